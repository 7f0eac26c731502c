import OpenAI from "openai";

/** The HTTP core that openai's SDK and others of its make have in common. */
export class APIClient {
  readonly #client: OpenAI;

  constructor(baseURL: string) {
    this.#client = new OpenAI({ baseURL, apiKey: "token", maxRetries: 10 });
  }

  get(path: string, signal?: AbortSignal): Promise<unknown> {
    return this.#client.get(path, signal ? { signal } : {});
  }
}
