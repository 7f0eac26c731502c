import type { Clock } from "./clock.ts";
import { settle } from "./settle.ts";
import { milliseconds, type TimeSpan } from "./time-span.ts";
import { createTimerQueue, type Timer } from "./timer-queue.ts";

/** A clock that stands still until it is told to move. */
export interface VirtualClock extends Clock {
  /**
   * Moves on, running what is due on the way in order of time. Between two timers everything that is ready to run gets
   * its turn, so that a chain of waits runs through.
   *
   * @param span milliseconds, or parts that add up
   * @throws TypeError for a span that is negative or has a part of another name
   */
  advance(span: TimeSpan | number): Promise<void>;
  /** Moves to the next timer and runs it; false where there is none. */
  next(): Promise<boolean>;
  /** Number of timers that wait. */
  readonly pending: number;
  /**
   * Moves by itself to the next timer whenever nothing else is under way, until switched off: waits take no real time.
   * Work that is done elsewhere (another process, a real network) is not seen; use it with an injected fetch or nock.
   */
  auto(isOn?: boolean): void;
  /** Keeps the clock from moving by itself until the returned function is called: something is under way. */
  hold(): () => void;
}

/** Where a virtual clock begins to stand: the present time of the builders, so that what they make is recent. */
const START = Date.UTC(2025, 5, 1, 12);

/** Turns of the event loop without a hold after which a clock that moves by itself takes everything for idle. */
const IDLE_TURNS = 12;

/**
 * A clock for tests, which both a fake and a client can run on.
 *
 * @param start epoch milliseconds at which it stands. @default 2025-06-01T12:00:00Z
 */
export function createVirtualClock(start: number = START): VirtualClock {
  const timers = createTimerQueue();
  let now = start;
  let order = 0;
  let holds = 0;
  let isAuto = false;
  let isWatching = false;

  const runNext = async (limit: number): Promise<boolean> => {
    const timer = timers.peek();
    if (timer === undefined || timer.at > limit) return false;
    timers.take();
    now = Math.max(now, timer.at);
    timer.callback();
    await settle();
    return true;
  };
  const watch = async (): Promise<void> => {
    if (isWatching) return;
    isWatching = true;
    while (isAuto && holds === 0 && timers.size > 0) {
      await settle(IDLE_TURNS);
      if (isAuto && holds === 0) await runNext(Number.POSITIVE_INFINITY);
    }
    isWatching = false;
  };
  return {
    now: () => now,
    setTimeout(callback, ms) {
      const timer: Timer = { at: now + Math.max(0, Number(ms) || 0), order: order++, callback };
      timers.add(timer);
      void watch();
      return timer;
    },
    clearTimeout: (handle) => timers.remove(handle as Timer),
    async advance(span) {
      const target = now + milliseconds(span);
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
    auto(isOn = true) {
      isAuto = isOn;
      void watch();
    },
    hold() {
      let isHeld = true;
      holds += 1;
      return () => {
        if (isHeld) holds -= 1;
        isHeld = false;
        void watch();
      };
    },
  };
}
