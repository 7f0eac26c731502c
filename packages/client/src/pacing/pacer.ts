import type { Clock } from "../clock.ts";

/**
 * The seam between the transport and the limiter. One pacer serves every call that shares a credential and an origin.
 * All times are epoch milliseconds of the injected clock.
 */
export interface Pacer {
  /**
   * Requests a permit to send. `undefined`: send now (the common case: no promise, no timer, no allocation). Otherwise a
   * promise that resolves when the call may be sent; it rejects with the signal's reason on abort, with a `RateLimitError`
   * when the wait is or becomes longer than allowed, with a `ConnectionError` when the service has not answered for too
   * long, and with an `AbortedError` on `close()`. The permit is held until {@link answered} or {@link failed} gives it
   * back, exactly once.
   */
  enter(call: PacedCall): undefined | Promise<void>;
  /** The permit's request was answered. Returns how a refusal is understood, or `undefined` where it was none. */
  answered(answer: PacedAnswer): Refusal | undefined;
  /** The permit's request got no answer: connection error, timeout or abort. It may or may not have reached the service. */
  failed(permit?: FailedPermit): Refusal | undefined;
  /** What is known of the rate limit, and how many wait and are under way. */
  snapshot(): RateLimitSnapshot;
  /** Rejects what waits and releases every timer. */
  close(reason: Error): void;
}

/** What a pacer is made for: one credential at one origin, and the edges of the client. */
export interface PacerContext {
  /** Origin of the service. */
  readonly origin: string;
  /** The credential where it is given as text; `undefined` where it is fetched, or there is none. */
  readonly credential: string | undefined;
  /** The client's clock: every time is one of it. */
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Makes the client's own errors. */
  readonly errors: {
    /**
     * Makes the error of a call that may not wait, or not longer. `retryAt`: when it may go again, epoch milliseconds of
     * the local clock, `Infinity` where nothing says; `undefined`: more calls wait than may.
     */
    rateLimited(retryAt: number | undefined): Error;
    /** Makes the error of a call that waits while the service answers nothing, for longer than it is worth. */
    unavailable?(): Error;
  };
  /** Longest outage of the service that calls wait for, in milliseconds. @default 10_000 */
  readonly maxOutageMs?: number;
}

/** Makes the pacer of one credential and origin. Clients that are given the same function share what it makes. */
export type PacerFactory = (context: PacerContext) => Pacer;

/** A request that is to be sent. */
export interface PacedCall {
  /** Operation id, or method and path. Operations may have limits of their own. */
  readonly operation?: string;
  /** Whole number: higher goes first; equal priorities are served in order of arrival. @default 0 */
  readonly priority?: number;
  /** Ends the wait at once. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time to wait, in milliseconds. */
  readonly maxWaitMs?: number | undefined;
  /** True for a request that was refused before: it keeps its place ahead of those that came later. */
  readonly retry?: boolean;
}

/** A permit whose request got no answer. */
export interface FailedPermit {
  /** As given to {@link Pacer.enter}. */
  readonly operation?: string;
  /** What went wrong; `undefined` where the caller ended it. */
  readonly failure?: unknown;
}

/** An answer, with the times between which the service made it. */
export interface PacedAnswer {
  /** As given to {@link Pacer.enter}. */
  readonly operation?: string;
  /** HTTP status. */
  readonly status: number;
  /** Headers of the answer: the rate limits, `Date` and `Retry-After` are read. */
  readonly headers: Headers;
  /** When the request was sent, epoch milliseconds. */
  readonly sentAt: number;
  /** When the headers of the answer came, epoch milliseconds. */
  readonly receivedAt: number;
}

/**
 * What a refusal means, and when the request may go again: the next `enter({ retry: true })` waits for it by itself. A
 * refusal is a 429, a 503 with `Retry-After`, and a 403 with `Retry-After` or no requests remaining.
 */
export interface Refusal {
  /**
   * `window`: goes away at the reset. `quota`: came back after the reset or with requests remaining, or from a service
   * that is overloaded (503). `outage`: the service
   * answers nothing; one request at a time finds out whether it is back.
   */
  readonly kind: "window" | "quota" | "outage";
  /** Epoch milliseconds of the local clock, or `undefined` where nothing says. */
  readonly retryAt: number | undefined;
}

/** What the client knows of its rate limit. Unknown figures are `undefined`. */
export interface RateLimitSnapshot {
  /** Requests per window. */
  readonly limit: number | undefined;
  /** Requests that this client may still send in the window: Remaining less those in flight. */
  readonly remaining: number | undefined;
  /** When the window resets, on the local clock. */
  readonly resetAt: Date | undefined;
  /** Calls that wait to be sent. */
  readonly queued: number;
  /** Requests that were sent and are not answered yet. */
  readonly inFlight: number;
}
