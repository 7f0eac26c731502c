import { createSignal } from "../signal.ts";
import { systemClock, type TimeSpan, timeAfter } from "./clock.ts";
import type { WatchedClock } from "./pending-work.ts";

/** A clock that runs like the system clock, and can be advanced. */
export interface MovableClock extends WatchedClock {
  /**
   * Advances the clock; timers that are due then run in order of time.
   *
   * @throws TypeError for a span that is negative, has an unknown part, or leads beyond the year 9999
   */
  advance(span: TimeSpan | number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
  handle: unknown;
}

/** Creates a clock that is ahead of the system clock by the sum of its advances: for a server that people use. */
export function createMovableClock(): MovableClock {
  const timers = new Set<Timer>();
  const moved = createSignal();
  let aheadMs = 0;
  const now = (): number => systemClock.now() + aheadMs;
  const start = (timer: Timer): void => {
    timer.handle = systemClock.setTimeout(
      () => {
        timers.delete(timer);
        timer.callback();
      },
      Math.max(0, timer.at - now()),
    );
  };
  return {
    now,
    setTimeout(callback, ms) {
      const timer: Timer = { at: now() + ms, callback, handle: undefined };
      timers.add(timer);
      start(timer);
      return timer;
    },
    clearTimeout(handle) {
      if (!timers.delete(handle as Timer)) return;
      systemClock.clearTimeout((handle as Timer).handle);
    },
    async advance(span) {
      const before = now();
      aheadMs += timeAfter(before, span) - before;
      for (const timer of [...timers].sort((a, b) => a.at - b.at)) {
        // An earlier timer may have cancelled it.
        if (!timers.has(timer)) continue;
        systemClock.clearTimeout(timer.handle);
        start(timer);
      }
      moved.notify();
    },
    watch: moved.subscribe,
  };
}
