import type { Nock } from "./load-nock.ts";

/**
 * Refuses requests that nothing intercepts. nock reports them as `no match` before it lets them through, and an error
 * thrown there fails the request; its own switch (`disableNetConnect`) belongs to the test, which may have set it.
 */
export function isolate(nock: Nock, baseUrl: string): () => void {
  const refuse = (request: unknown): void => {
    const url = (request as { readonly url?: string } | undefined)?.url;
    const host = url !== undefined && URL.canParse(url) ? new URL(url).origin : "another host";
    throw new Error(`A request to ${host} was refused: the test is isolated, and its fake stands for ${baseUrl}.`);
  };
  nock.emitter.on("no match", refuse);
  return () => void nock.emitter.off("no match", refuse);
}
