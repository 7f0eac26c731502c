/** The client's only source of time. Replaced in tests, for instance by the virtual clock of `@svc/testing`. */
export interface Clock {
  /** Current time in epoch milliseconds. */
  now(): number;
  /** Calls back once, after at least `ms` milliseconds. Returns a handle for {@link clearTimeout}. */
  setTimeout(callback: () => void, ms: number): unknown;
  /** Cancels a timer; no effect on one that has fired. */
  clearTimeout(handle: unknown): void;
}

/** The clock of the machine. Globals are read at each call, so that fake timers that are installed later apply. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, ms) => globalThis.setTimeout(callback, ms),
  clearTimeout: (handle) => globalThis.clearTimeout(handle as ReturnType<typeof setTimeout>),
};

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
