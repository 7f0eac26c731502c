import type { Clock } from "../../src/clock.ts";

/** A clock that stands still until it is told to move. */
export interface ManualClock extends Clock {
  /** Timers that are set. */
  readonly pending: number;
  /** Moves on, calling timers in order; lets what they caused happen before the next. */
  advance(ms: number): Promise<void>;
}

/** Lets every promise that can settle settle. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Starts at a time that is no whole second. */
export function manualClock(start = 1_800_000_000_123): ManualClock {
  let now = start;
  let last = 0;
  const timers = new Map<number, { at: number; callback: () => void }>();
  return {
    now: () => now,
    setTimeout(callback, ms) {
      timers.set(++last, { at: now + ms, callback });
      return last;
    },
    clearTimeout(handle) {
      timers.delete(handle as number);
    },
    get pending() {
      return timers.size;
    },
    async advance(ms) {
      const end = now + ms;
      await settled();
      for (;;) {
        const [next] = [...timers].filter(([, timer]) => timer.at <= end).sort((a, b) => a[1].at - b[1].at);
        if (!next) break;
        timers.delete(next[0]);
        now = Math.max(now, next[1].at);
        next[1].callback();
        await settled();
      }
      now = end;
      await settled();
    },
  };
}
