import type { RateLimitSnapshot } from "../pacing/pacer.ts";

/** Last argument of every method. */
export interface CallOptions {
  /** Ends the call at once, whatever it is doing, with an `AbortedError` whose `cause` is the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time of one attempt in milliseconds, with credential and body; `false`: no limit. @default the client's */
  readonly timeoutMs?: number | false | undefined;
  /** Further headers. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** Query parameters that the document does not know, sent as style `form`, exploded. */
  readonly query?: { readonly [name: string]: unknown } | undefined;
  /** Calls of higher priority leave the queue of the rate limit first. @default 0 */
  readonly priority?: number | undefined;
}

/** What {@link SvcPromise.withResponse} resolves to. */
export interface WithResponse<T> {
  /** What the method resolves to without `withResponse()`. */
  readonly data: T;
  /** The last answer. Its body is read already, but for streams. */
  readonly response: Response;
  /** The rate limit as known after this answer. */
  readonly rateLimit: RateLimitSnapshot;
}

/** The promise of every method: of the data, and of more where asked. One request is made either way. */
export interface SvcPromise<T> extends Promise<T> {
  /** The same call with its answer and the rate limit beside the data. */
  withResponse(): Promise<WithResponse<T>>;
}
