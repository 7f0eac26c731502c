import type { RateLimitSnapshot } from "../pacing/pacer.ts";
import type { RetryOptions } from "../retry/retry-decision.ts";

/** Options of one call: the last argument of every method. */
export interface CallOptions {
  /** Ends the call at once with an `AbortedError` whose `cause` is the signal's reason. @default none */
  readonly signal?: AbortSignal | undefined;
  /**
   * Longest time of one attempt in milliseconds, including the credential and the body; above 0 and below 2^31, or
   * `false`: no limit. @default the client's `timeoutMs`
   */
  readonly timeoutMs?: number | false | undefined;
  /** Retries of this call, the other figures being the client's; `false`: none. @default the client's `retry` */
  readonly retry?: Omit<RetryOptions, "budget"> | false | undefined;
  /**
   * Whether sending the request twice does no harm: a POST or PATCH is then retried like a PUT. @default false
   */
  readonly idempotent?: boolean | undefined;
  /** Additional headers; `undefined` and `null` remove one that would be sent. @default none */
  readonly headers?: { readonly [name: string]: string | null | undefined } | undefined;
  /** Query parameters that the document does not describe, sent as style `form`, exploded. @default none */
  readonly query?: { readonly [name: string]: unknown } | undefined;
  /** Priority in the queue of the rate limit: calls of higher priority are sent first. @default 0 */
  readonly priority?: number | undefined;
}

/** Result of {@link SvcPromise.withResponse}. */
export interface WithResponse<T> {
  /** The result of the method without `withResponse()`. */
  readonly data: T;
  /** The last response. Its body has been read, unless it is a stream. */
  readonly response: Response;
  /** The rate limit after this response. */
  readonly rateLimit: RateLimitSnapshot;
}

/** The promise of every method. It resolves to the data. */
export interface SvcPromise<T> extends Promise<T> {
  /** The same call (no second request) with its response and the rate limit. */
  withResponse(): Promise<WithResponse<T>>;
}
