import type { Model } from "@svc/model/data";
import type { Fetch } from "../adapters/fetch.ts";
import type { Clock } from "../clock/clock.ts";

/** Options with which a client calls a fake. Options of generated clients have the same names. */
export interface ClientOptions {
  /** Base address of the fake. */
  readonly baseUrl: string;
  /** A credential that the fake accepts. */
  readonly auth: string;
  /** The fake as a `fetch`. */
  readonly fetch: Fetch;
  /** Clock of the fake, so that waits of the client take no real time. */
  readonly clock: Clock;
}

/** Creates a client that calls a fake. */
export interface CreateClient {
  /**
   * Creates a client that calls the fake: `fake.client(createSvcClient)`. It gets the fake's `fetch`, clock and base
   * address, and a credential that the fake accepts; it is closed with the fake. From then on, the clock advances by
   * itself while the process is idle, so that waits of the client end at once; `fake.clock.auto(false)` leaves the
   * clock to the test.
   */
  <Client>(create: (options: ClientOptions) => Client): Client;
  /**
   * The same with further options of the client, which take precedence: `fake.client(createSvcClient, { retry: false
   * })`. If they include a clock, the fake's clock does not advance by itself.
   *
   * @typeParam Create - A function that creates a client from options, such as `createSvcClient`.
   */
  <Create extends (options: never) => unknown>(create: Create, options: Parameters<Create>[0]): ReturnType<Create>;
}

/** The parts of a fake that a client is given. */
interface ClientSource {
  readonly options: ClientOptions;
  /** Called with each client that can be closed. */
  readonly opened: (client: { close(): Promise<void> }) => void;
}

/** Creates the function by which tests make clients of a fake. */
export function createClientOf({ options, opened }: ClientSource): CreateClient {
  return (create: (options: never) => unknown, given?: unknown): never => {
    if (typeof create !== "function")
      throw new TypeError("fake.client: expected a function that creates a client, such as createSvcClient.");
    const own = (given ?? {}) as Partial<ClientOptions>;
    const { clock } = options;
    if (own.clock === undefined && "auto" in clock) (clock.auto as () => void)();
    const client = create({ ...options, ...own } as never);
    const { close } = (client ?? {}) as { close?: () => unknown };
    if (typeof close === "function") opened({ close: async () => void (await close.call(client)) });
    return client as never;
  };
}

/** A credential for clients: one that a list of tokens has, else any, in the form that the document's schemes need. */
export function clientCredential({ securitySchemes }: Model, tokens: unknown): string {
  const [listed] = Array.isArray(tokens) ? (tokens as string[]) : [];
  const isBasic = Object.values(securitySchemes).some(
    (scheme) => scheme.type === "http" && /^basic$/i.test(scheme.scheme),
  );
  return listed ?? (isBasic ? "test-user:test-password" : "test-token");
}
