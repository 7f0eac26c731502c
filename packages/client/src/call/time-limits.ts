import { type Clock, hasBoundTimers } from "../clock.ts";
import { TimeoutError } from "../errors/errors.ts";

/** A call that a time limit ends. */
export interface LimitedCall {
  readonly operation: string;
  readonly end: (error: Error) => void;
}

/** Time limits of the calls of one client. */
export interface TimeLimits {
  /** Ends the call with a `TimeoutError` after `ms` milliseconds (`false`: never), unless the returned function is called. */
  start(call: LimitedCall, option: string, ms: number | false): () => void;
  /** Clears the timer. */
  clear(): void;
}

/**
 * One timer for all limits, set for the earliest: setting and clearing one for each call would take a tenth of its time.
 * Calls that end in time leave it to run out. It does not keep a process alive: the connections under way do.
 */
export function createTimeLimits(clock: Clock): TimeLimits {
  const limits = new Map<() => void, number>();
  const isBound = hasBoundTimers();
  let timer: unknown;
  let wakeAt = Infinity;
  const clear = (): void => {
    clock.clearTimeout(timer);
    wakeAt = Infinity;
  };
  const arm = (at: number, now: number): void => {
    if (at >= wakeAt) return;
    clear();
    wakeAt = at;
    timer = clock.setTimeout(wake, at - now);
    (timer as { unref?(): void } | undefined)?.unref?.();
  };
  const wake = (): void => {
    clear();
    const now = clock.now();
    for (const [expire, at] of limits) {
      if (at > now) arm(at, now);
      else expire();
    }
  };
  return {
    clear,
    start(call, option, ms) {
      if (ms === false) return () => {};
      const expire = (): void => {
        limits.delete(expire);
        call.end(new TimeoutError(`${call.operation}: took longer than ${option} (${ms})`));
      };
      if (isBound) {
        const own = clock.setTimeout(expire, ms);
        return () => clock.clearTimeout(own);
      }
      const now = clock.now();
      limits.set(expire, now + ms);
      arm(now + ms, now);
      return () => limits.delete(expire);
    },
  };
}
