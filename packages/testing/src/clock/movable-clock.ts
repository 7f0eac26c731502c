import { systemClock } from "./clock.ts";
import { type TimeSpan, timeAfter } from "./time-span.ts";

/** A clock that runs like the machine's and can be put forward. */
export interface MovableClock {
  now(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  /**
   * Puts it forward; what is due by then is run, in order of time.
   *
   * @throws TypeError for a span that is negative, has a part of another name, or leads beyond the year 9999
   */
  advance(span: TimeSpan | number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
  handle: unknown;
}

/** The machine's clock with a lead that grows when it is advanced: for a server that somebody drives by hand. */
export function createMovableClock(): MovableClock {
  const timers = new Set<Timer>();
  let leadMs = 0;
  const now = (): number => systemClock.now() + leadMs;
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
      leadMs += timeAfter(before, span) - before;
      for (const timer of [...timers].sort((a, b) => a.at - b.at)) {
        // One that ran before may have taken it away.
        if (!timers.has(timer)) continue;
        systemClock.clearTimeout(timer.handle);
        start(timer);
      }
    },
  };
}
