import type { Model } from "@svc/model";
import type { Fetch } from "../adapters/fetch.ts";
import type { FakeServer, ListenOptions } from "../adapters/http.ts";
import type { Interception, InterceptOptions } from "../adapters/nock/intercept.ts";
import type { VirtualClock } from "../clock/virtual-clock.ts";
import type { FaultOptions } from "../faults/fault.ts";
import type { Journal } from "../journal/journal.ts";
import type { RateLimitState } from "../limits/rate-limit.ts";
import type { Stores } from "../store/stores.ts";
import type { Handler } from "./handlers.ts";

/** What a fake holds: its journal, its faults, its handlers (and the place in a recording), its stores, its rate-limit windows. */
export type ResetPart = "calls" | "faults" | "handlers" | "stores" | "windows";

/** A fake of a service: one core, reached by injected fetch, by interception, or over HTTP. */
export interface Fake<Types> extends Stores, AsyncDisposable, Disposable {
  /** Base address that the fake stands for, without a trailing slash. */
  readonly baseUrl: string;
  /** The fake as a `fetch`, for code that takes one. */
  readonly fetch: Fetch;
  /**
   * What windows, expiry and latency run on; a client can share it. A virtual clock unless another was given.
   * @see VirtualClock.advance
   */
  readonly clock: VirtualClock;
  /** Every request in the order of the answers. Credentials are redacted. */
  readonly calls: Journal;
  /** The document as the fake reads it. */
  readonly model: Model;
  /** What a credential (`Bearer ...` as sent) has left of its window; undefined where nothing is limited. */
  rateLimitOf(authorization: string): RateLimitState | undefined;
  /**
   * Answers every request of this process to `baseUrl`, whatever sends it, until the returned function is called or a
   * `using` block ends. A request that no operation matches is rejected. Needs nock 15.
   *
   * @throws Error where nock is missing, or cannot intercept in this process
   */
  intercept(options?: InterceptOptions): Interception;
  /** Starts the fake as an HTTP server, on loopback and any free port by default. */
  listen(options?: ListenOptions): Promise<FakeServer>;
  /**
   * Answers an operation by a function of the test, before anything else does: with the body of a good answer, or a
   * `Response`. Returns a function that takes it away, so that the one before it answers again.
   *
   * @throws TypeError for an operation that the document does not have
   */
  on<Id extends keyof Types & string>(operation: Id, handler: Handler<Types[Id]>): () => void;
  /**
   * Makes the next matching requests fail. Returns a function that takes the fault away.
   *
   * @throws TypeError for a fault that cannot happen
   */
  fail(fault: FaultOptions & { readonly operation?: keyof Types & string }): () => void;
  /**
   * Passes where every request so far matched an operation.
   *
   * @throws Error that names each request that did not, the nearest operations, and what differs
   */
  assertNoUnmatched(): void;
  /**
   * Forgets everything that tests put in: stores, handlers, faults, journal, windows; or only the given parts of it. The
   * clock stays where it is.
   */
  reset(parts?: readonly ResetPart[]): void;
  /**
   * Ends every interception and server of this fake. May be called more than once.
   *
   * @throws what a handler of the test has thrown
   */
  close(): Promise<void>;
}
