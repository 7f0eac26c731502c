import type { Model } from "@svc/model/data";
import type { Fetch } from "../adapters/fetch.ts";
import type { FakeServer, ListenOptions } from "../adapters/http.ts";
import type { Interception, InterceptOptions } from "../adapters/nock/intercept.ts";
import type { VirtualClock } from "../clock/virtual-clock.ts";
import type { FaultOptions } from "../faults/fault.ts";
import type { Journal } from "../journal/journal.ts";
import type { RateLimitState } from "../limits/rate-limit.ts";
import type { FakeState } from "../state/load-state.ts";
import type { Stores } from "../store/stores.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import type { CreateClient } from "./client.ts";
import type { Handler } from "./handlers/handlers.ts";

/** A part of a fake that `reset` clears: journal, faults, handlers (and the position in a recording), stores, rate-limit windows. */
export type ResetPart = "calls" | "faults" | "handlers" | "stores" | "windows";

/**
 * A fake of a service, with a handle for every resource of its document: one core, reached by injected fetch, by interception,
 * or over HTTP.
 */
export type Fake<Types, Handles = unknown, Events = Record<never, never>> = AnyFake<Types, Events> & Handles;

/** Members of every fake, whatever its document. */
export interface AnyFake<Types, Events = Record<never, never>> extends Stores, AsyncDisposable, Disposable {
  /** Base address that the fake serves, without a trailing slash. */
  readonly baseUrl: string;
  /** @see CreateClient */
  readonly client: CreateClient;
  /** A `fetch` of the fake, for `baseUrl` and the document's servers. Rejects requests to other addresses. */
  readonly fetch: Fetch;
  /**
   * The clock of rate-limit windows, expiry, latency and `Date` headers; a client can share it. A virtual clock, unless the
   * option `clock` was given.
   * @see VirtualClock.advance
   */
  readonly clock: VirtualClock;
  /** Every request, in the order of the responses. Credentials are redacted. */
  readonly calls: Journal;
  /** Signs and sends the webhooks and callbacks of the document: `fake.webhooks.send(name, payload?, { to })`. */
  readonly webhooks: Webhooks<Events>;
  /** The parsed and normalized document. */
  readonly model: Model;
  /**
   * Rate limit of a credential, as its next response would state it; undefined if requests are not limited.
   *
   * @param authorization value of the `Authorization` header: `Bearer ...`
   */
  rateLimitOf(authorization: string): RateLimitState | undefined;
  /**
   * Serves every request of this process to `baseUrl` and to the document's servers, whatever sends it, until the returned function is called or a
   * `using` block ends. A request that matches no operation fails. Requires nock 15.
   *
   * @throws Error if nock is missing, or cannot intercept in this process
   */
  intercept(options?: InterceptOptions): Interception;
  /** Starts the fake as an HTTP server: by default on loopback and any free port. */
  listen(options?: ListenOptions): Promise<FakeServer>;
  /**
   * Handles an operation with a function, which takes precedence over stores, recording and generated values. Returns a function that removes it; the
   * handler that was added before it then applies again.
   *
   * @throws TypeError for an operation that the document does not have
   */
  on<Id extends keyof Types & string>(operation: Id, handler: Handler<Types[Id]>): () => void;
  /**
   * Makes the next matching requests fail. Returns a function that removes the fault.
   *
   * @throws TypeError for options that are invalid or contradict each other
   */
  fail(fault: FaultOptions & { readonly operation?: (keyof Types & string) | `download${string}` }): () => void;
  /**
   * Passes if every fault has failed a request, except those with a probability. The fixtures of `createTest` do so.
   *
   * @throws Error that lists the faults that no request has used, and the journal
   */
  assertFaultsUsed(): void;
  /**
   * Passes if every request so far matched an operation.
   *
   * @throws Error that lists the unmatched requests, each with the nearest operations and the differences
   */
  assertNoUnmatched(): void;
  /**
   * Passes if requests ended every resource that requests started (`x-svc-lifecycle`).
   *
   * @throws Error that lists the resources left open, by operation and id
   */
  assertNothingLeftOpen(): void;
  /**
   * Adds a state to the stored data: all of it, or nothing.
   *
   * @throws TypeError with a JSON pointer to the place that cannot be used
   */
  load(state: FakeState): void;
  /** Stored data as plain JSON, for {@link AnyFake.load} and the option `state`. */
  snapshot(): FakeState;
  /**
   * Clears everything that tests put in: stores, handlers, faults, journal, windows; or only the given parts of it. The
   * clock stays where it is.
   */
  reset(parts?: readonly ResetPart[]): void;
  /**
   * Ends all interceptions, servers and clients of the fake. May be called more than once.
   *
   * @throws the first error that a handler of the test has thrown
   */
  close(): Promise<void>;
}
