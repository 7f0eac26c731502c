/** What a client and a fake need of a clock: the shape of `Clock` in `@svc/client`. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back once, after at least `ms` milliseconds. */
  setTimeout(callback: () => void, ms: number): unknown;
  /** Takes back what {@link setTimeout} was asked for; does nothing where it has called back already. */
  clearTimeout(handle: unknown): void;
}

/** The clock of the machine. Globals are looked up at call time, so that fake timers installed later are met. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, ms) => globalThis.setTimeout(callback, ms),
  clearTimeout: (handle) => globalThis.clearTimeout(handle as ReturnType<typeof setTimeout>),
};
