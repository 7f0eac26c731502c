import type { AttentiveClock } from "./attention.ts";
import { createAutoMove } from "./auto-move.ts";
import type { Clock } from "./clock.ts";
import { settle } from "./settle.ts";
import { type TimeSpan, timeAfter } from "./time-span.ts";
import { createTimerQueue, type Timer } from "./timer-queue.ts";

/** A clock that stands still until it is told to move. */
export interface VirtualClock extends Clock {
  /**
   * Moves on, running what is due on the way in order of time. Between two timers everything that is ready to run gets
   * its turn, so that a chain of waits runs through.
   *
   * @param span milliseconds, or parts that add up
   * @throws TypeError for a span that is negative, has a part of another name, or leads beyond the year 9999
   */
  advance(span: TimeSpan | number): Promise<void>;
  /** Moves to the next timer and runs it; false where there is none. */
  next(): Promise<boolean>;
  /** Number of timers that wait. */
  readonly pending: number;
  /**
   * Moves by itself to the next timer whenever nothing else is under way, until switched off: waits take no real time.
   * Work that is done elsewhere (another process, a real network) is not seen; use it with an injected fetch or nock. What
   * a fake's handler does is waited for, for 250 ms of real time at most, unless it waits for a timer of this clock.
   */
  auto(isOn?: boolean): void;
  /** Keeps the clock from moving by itself until the returned function is called: something is under way. */
  hold(): () => void;
}

/** Where a virtual clock begins to stand: the present time of the builders, so that what they make is recent. */
const START = Date.UTC(2025, 5, 1, 12);

/**
 * A clock for tests, which both a fake and a client can run on.
 *
 * @param start epoch milliseconds at which it stands. @default 2025-06-01T12:00:00Z
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
    await settle();
    return true;
  };
  const auto = createAutoMove({
    hasTimers: () => timers.size > 0,
    move: () => runNext(Number.POSITIVE_INFINITY),
  });
  const clock: VirtualClock & AttentiveClock = {
    now: () => now,
    setTimeout(callback, ms) {
      const timer: Timer = { at: now + Math.max(0, Number(ms) || 0), order: order++, callback };
      timers.add(timer);
      auto.timerIsSet();
      return timer;
    },
    clearTimeout(handle) {
      timers.remove(handle as Timer);
      auto.stir();
    },
    async advance(span) {
      const target = timeAfter(now, span);
      await settle();
      while (await runNext(target));
      now = Math.max(now, target);
      await settle();
    },
    async next() {
      await settle();
      return runNext(Number.POSITIVE_INFINITY);
    },
    get pending() {
      return timers.size;
    },
    auto: (isOn = true) => auto.switchTo(isOn),
    hold: auto.hold,
    attend: auto.attend,
  };
  return clock;
}
