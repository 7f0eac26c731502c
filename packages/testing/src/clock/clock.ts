/** A clock of a client or a fake: the same type as `Clock` of `@svc/client`. */
export interface Clock {
  /** The current time, in epoch milliseconds. */
  now(): number;
  /** Calls a function once, after at least `ms` milliseconds. Returns a handle for {@link clearTimeout}. */
  setTimeout(callback: () => void, ms: number): unknown;
  /** Cancels a timer of {@link setTimeout}; does nothing if it has already run. */
  clearTimeout(handle: unknown): void;
}

/** The system clock. It reads globals at each call, so fake timers that are installed later apply. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, ms) => globalThis.setTimeout(callback, ms),
  clearTimeout: (handle) => globalThis.clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/** Waits on a clock. */
export function sleep(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.setTimeout(resolve, ms));
}
