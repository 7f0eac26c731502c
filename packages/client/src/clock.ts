/** The client's only source of time. Replaced in tests, for instance by the virtual clock of `@svc/testing`. */
export interface Clock {
  /** Current time in epoch milliseconds, for dates that others are told and for dates of others. It may be set at any time. */
  now(): number;
  /** Milliseconds since a fixed moment, which nobody sets: every duration is measured with it. @default `now`, for clocks that are never set */
  monotonic?(): number;
  /** Calls back once, after at least `ms` milliseconds. Returns a handle for {@link clearTimeout}. */
  setTimeout(callback: () => void, ms: number): unknown;
  /** Cancels a timer; no effect on one that has fired. */
  clearTimeout(handle: unknown): void;
}

/** The clock of the machine. Globals are read at each call, so that fake timers that are installed later apply. */
export const systemClock: Clock = {
  now: () => Date.now(),
  /** Of a copy with another `now`, that is all there is. */
  monotonic() {
    return this.now === systemClock.now ? performance.now() : this.now();
  },
  // A longer time would be none: who waits for it looks at the clock again, and waits on.
  setTimeout: (callback, ms) => globalThis.setTimeout(callback, Math.min(ms, 2 ** 31 - 1)),
  clearTimeout: (handle) => globalThis.clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/** Time of a clock that is never set back or forward, in milliseconds. Only differences of such times have a meaning. */
export function monotonic(clock: Pick<Clock, "now" | "monotonic">): number {
  return clock.monotonic?.() ?? clock.now();
}

/** Date less monotonic time, in milliseconds: it changes when the date is set. */
export function dateOffset(clock: Pick<Clock, "now" | "monotonic">): number {
  return clock.monotonic ? clock.now() - clock.monotonic() : 0;
}

/** Epoch milliseconds as a date, at most the latest one; `undefined` for a time that is unknown. */
export function toDate(at = 0): Date | undefined {
  return at > 0 ? new Date(Math.min(at, 8.64e15)) : undefined;
}

/**
 * Whether timers end with the request that set them, as in Cloudflare's workers. There a call that relies on the timer
 * of another call may wait forever.
 *
 * @see https://developers.cloudflare.com/workers/runtime-apis/context/
 */
export function hasBoundTimers(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return navigator?.userAgent === "Cloudflare-Workers";
}
