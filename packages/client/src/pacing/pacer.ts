import type { Clock } from "../clock.ts";

/**
 * The interface between the transport and the limiter. One pacer serves every call that shares a credential and an
 * origin. It learns the outcome of each request (enter, then answered or failed) and nothing else: no retries, no budget.
 * Its inputs are times of the monotonic clock, because it measures durations; its outputs are dates.
 */
export interface Pacer {
  /**
   * Requests a permit to send. `undefined`: send now (the common case: no promise, no timer, no allocation). Otherwise
   * a promise that resolves when the call may be sent. It rejects with the signal's reason on abort, with a
   * `RateLimitError` if the wait is or becomes longer than allowed, with a `ConnectionError` if the service has not
   * responded for too long, and with an `AbortedError` on `close()`. The permit is held until {@link answered} or
   * {@link failed} returns it, exactly once.
   */
  enter(call: PacedCall): undefined | Promise<void>;
  /**
   * Returns the permit of a request that got a response. The result classifies a refusal; `undefined` if it was not
   * refused.
   */
  answered(answer: PacedAnswer): Refusal | undefined;
  /** Returns the permit of a request without a response. The service may have counted it. */
  failed(permit?: FailedPermit): Refusal | undefined;
  /** The rate limit as far as it is known, and the numbers of waiting calls and of requests in flight. */
  snapshot(): RateLimitSnapshot;
  /** Rejects all waiting calls and clears the timers. */
  close(reason: Error): void;
}

/** Context of a pacer: one credential at one origin, and the clock, randomness and errors of the client. */
export interface PacerContext {
  /** Origin of the service. */
  readonly origin: string;
  /** The credential if it is given as text; `undefined` if a function supplies it, or there is none. */
  readonly credential: string | undefined;
  /** The client's clock; all times are read from it. */
  readonly clock: Clock;
  /** Returns random numbers, uniform in [0, 1). */
  readonly random: () => number;
  /** Creates the errors of the client. */
  readonly errors: {
    /**
     * Creates the error of a call that would wait too long. `retryAt`: when to retry, in epoch milliseconds of the local
     * clock, `Infinity` if unknown; `undefined`: the queue is full.
     */
    rateLimited(retryAt: number | undefined, waitedMs?: number): Error;
    /** Creates the error of a call that waited for a service in an outage longer than `maxOutageMs`. */
    unavailable?(): Error;
  };
  /** Longest outage of the service that calls wait for, in milliseconds. @default 10_000 */
  readonly maxOutageMs?: number;
}

/** Creates the pacer of one credential and origin. Clients with the same function share pacers. */
export type PacerFactory = (context: PacerContext) => Pacer;

/** Request for a permit to send. */
export interface PacedCall {
  /** Operation id, or method and path. Operations may have limits of their own. */
  readonly operation?: string;
  /** Whole number: higher is sent first, equal ones in order of arrival. @default 0 */
  readonly priority?: number;
  /** Aborts the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time to wait, in milliseconds. */
  readonly maxWaitMs?: number | undefined;
  /** True for a request that was refused before: it keeps its place ahead of later ones. */
  readonly retry?: boolean;
}

/** Permit of a request without a response. */
export interface FailedPermit {
  /** As given to {@link Pacer.enter}. */
  readonly operation?: string;
  /** Error of the request; `undefined` if the caller aborted it. */
  readonly failure?: unknown;
}

/** Response of the service, with the local times between which it was made. */
export interface PacedAnswer {
  /** As given to {@link Pacer.enter}. */
  readonly operation?: string;
  /** HTTP status. */
  readonly status: number;
  /** Headers of the response: the rate limits, `Date` and `Retry-After` are read. */
  readonly headers: Headers;
  /** When the request was sent, by `monotonic(clock)`. */
  readonly sentAt: number;
  /** When the headers of the response arrived, by `monotonic(clock)`. */
  readonly receivedAt: number;
}

/**
 * Reason of a refusal, and when the request may be sent again; the next `enter({ retry: true })` waits until then. A
 * refusal is a 429, a 503 with `Retry-After`, and a 403 with `Retry-After` or no requests remaining.
 */
export interface Refusal {
  /**
   * `window`: the window is used up until the reset; the next one is known, so the request is not a failed attempt and
   * is sent as soon as the pacer permits. `quota`: refused after the reset or with requests remaining, or by an
   * overloaded service (503). `outage`: the service does not respond; one request at a time probes whether it is back.
   */
  readonly kind: "window" | "quota" | "outage";
  /** Epoch milliseconds of the local clock; `undefined` if unknown. */
  readonly retryAt: number | undefined;
}

/** State of the rate limit as the client knows it. Unknown figures are `undefined`. */
export interface RateLimitSnapshot {
  /** Requests per window. */
  readonly limit: number | undefined;
  /** Requests that this client may still send in the window: Remaining minus those in flight. */
  readonly remaining: number | undefined;
  /** When the window resets, on the local clock. */
  readonly resetAt: Date | undefined;
  /** Calls waiting to be sent. */
  readonly queued: number;
  /** Requests in flight. */
  readonly inFlight: number;
}
