import { type Clock, hasBoundTimers } from "../clock.ts";

/** Time limits of one client. */
export interface TimeLimits {
  /** Calls back after `ms` milliseconds (`false`: never), unless the returned function is called before. */
  start(ms: number | false, onLate: () => void): () => void;
  /** Clears the timer. */
  clear(): void;
}

/**
 * One timer for all limits, set for the earliest: setting and clearing one for each call would take a tenth of its time.
 * Calls that end in time leave it to run out. It does not keep a process alive: the connections under way do.
 */
export function createTimeLimits(clock: Clock): TimeLimits {
  const limits = new Set<{ readonly at: number; readonly onLate: () => void }>();
  let timer: unknown;
  let wakeAt = Infinity;
  const isBound = hasBoundTimers();
  const clear = (): void => {
    clock.clearTimeout(timer);
    wakeAt = Infinity;
  };
  const wake = (): void => {
    clear();
    const now = clock.now();
    for (const limit of limits) {
      if (limit.at > now) arm(limit.at, now);
      else {
        limits.delete(limit);
        limit.onLate();
      }
    }
  };
  const arm = (at: number, now: number): void => {
    if (at >= wakeAt) return;
    clear();
    wakeAt = at;
    timer = clock.setTimeout(wake, at - now);
    (timer as { unref?(): void } | undefined)?.unref?.();
  };
  return {
    clear,
    start(ms, onLate) {
      if (ms === false) return () => {};
      if (isBound) {
        const own = clock.setTimeout(onLate, ms);
        return () => clock.clearTimeout(own);
      }
      const now = clock.now();
      const limit = { at: now + ms, onLate };
      limits.add(limit);
      arm(limit.at, now);
      return () => limits.delete(limit);
    },
  };
}
