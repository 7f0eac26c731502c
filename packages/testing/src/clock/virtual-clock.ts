import { createAutoAdvance } from "./auto-advance.ts";
import type { Clock } from "./clock.ts";
import type { WorkTrackingClock } from "./pending-work.ts";
import { waitTurns } from "./real-timers.ts";
import { type TimeSpan, timeAfter } from "./time-span.ts";
import { createTimerQueue, type Timer } from "./timer-queue.ts";

/** A clock that stands still until a test advances it. */
export interface VirtualClock extends Clock {
  /**
   * Advances the clock and runs the timers that are due, in order of time. After each timer, promises and what they lead to
   * run first, so that a chain of waits runs through.
   *
   * @param span milliseconds, or parts that add up: `{ minutes: 1, seconds: 30 }`
   * @throws TypeError for a span that is negative, has an unknown part, or leads beyond the year 9999
   */
  advance(span: TimeSpan | number): Promise<void>;
  /** Advances the clock to the next timer and runs it; resolves to false if there is none. */
  next(): Promise<boolean>;
  /** Number of timers that are set. */
  readonly pending: number;
  /**
   * Advances the clock to the next timer whenever the process is idle, so that waits take no real time; `auto(false)` turns
   * it off. Work of other processes and of a real network is not seen: use it with an injected fetch or with nock. Handlers
   * of a fake are waited for: until they set a timer of this clock, but for 250 ms of real time at most.
   *
   * @param isOn whether the clock advances by itself. @default true
   */
  auto(isOn?: boolean): void;
  /** Whether the clock advances by itself. */
  readonly isAutomatic: boolean;
  /** Keeps the clock from advancing by itself until the returned function is called. */
  hold(): () => void;
}

/** The reference time of the builders, so that the dates of their values are recent. */
const START = Date.UTC(2025, 5, 1, 12);

/**
 * Creates a clock for tests, which a fake and a client can share.
 *
 * @param start time at which it stands, in epoch milliseconds. @default 2025-06-01T12:00:00Z
 */
export function createVirtualClock(start: number = START): VirtualClock {
  const timers = createTimerQueue();
  let now = start;
  let order = 0;
  const runNext = async (limit: number): Promise<boolean> => {
    const timer = timers.peek();
    if (timer === undefined || timer.at > limit) return false;
    timers.take();
    now = Math.max(now, timer.at);
    timer.callback();
    await waitTurns();
    return true;
  };
  const auto = createAutoAdvance({
    hasTimers: () => timers.size > 0,
    next: () => runNext(Number.POSITIVE_INFINITY),
  });
  const clock: VirtualClock & WorkTrackingClock = {
    now: () => now,
    setTimeout(callback, ms) {
      const timer: Timer = { at: now + Math.max(0, Number(ms) || 0), order: order++, callback };
      timers.add(timer);
      auto.timerWasSet();
      return timer;
    },
    clearTimeout(handle) {
      timers.remove(handle as Timer);
      auto.noteActivity();
    },
    async advance(span) {
      const target = timeAfter(now, span);
      await waitTurns();
      while (await runNext(target));
      now = Math.max(now, target);
      await waitTurns();
    },
    async next() {
      await waitTurns();
      return runNext(Number.POSITIVE_INFINITY);
    },
    get pending() {
      return timers.size;
    },
    auto: (isOn = true) => auto.setEnabled(isOn),
    get isAutomatic() {
      return auto.isEnabled();
    },
    hold: auto.hold,
    trackWork: auto.trackWork,
  };
  return clock;
}
