import { settle } from "./settle.ts";
import { milliseconds, type TimeSpan } from "./time-span.ts";

/** What a client and a fake need of a clock: the shape of `Clock` in `@svc/client`. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back once, after at least `ms` milliseconds. */
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** A clock that stands still until it is told to move. */
export interface VirtualClock extends Clock {
  /**
   * Moves on, running what is due on the way in order of time. Between two timers everything that is ready to run gets
   * its turn, so that a chain of waits runs through.
   *
   * @param span milliseconds, or parts that add up
   */
  advance(span: TimeSpan | number): Promise<void>;
  /** Moves to the next timer and runs it; false where there is none. */
  next(): Promise<boolean>;
  /** Number of timers that wait. */
  readonly pending: number;
  /** Moves by itself whenever only timers are waited for, until switched off: waits take no real time. */
  auto(on?: boolean): void;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

/**
 * A clock for tests, which both a fake and a client can run on.
 *
 * @param start epoch milliseconds at which it stands. @default 2025-01-15T12:00:00Z
 */
export function createVirtualClock(start: number = Date.UTC(2025, 0, 15, 12)): VirtualClock {
  const timers = new Set<Timer>();
  let now = start;
  let order = 0;
  let isAuto = false;
  let isWatching = false;

  const earliest = (limit: number): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) {
      const isSooner =
        first === undefined || timer.at < first.at || (timer.at === first.at && timer.order < first.order);
      if (timer.at <= limit && isSooner) first = timer;
    }
    return first;
  };
  const run = async (timer: Timer): Promise<void> => {
    timers.delete(timer);
    now = Math.max(now, timer.at);
    timer.callback();
    await settle();
  };
  const next = async (): Promise<boolean> => {
    await settle();
    const timer = earliest(Number.POSITIVE_INFINITY);
    if (timer !== undefined) await run(timer);
    return timer !== undefined;
  };
  const watch = async (): Promise<void> => {
    if (isWatching) return;
    isWatching = true;
    while (isAuto && timers.size > 0) await next();
    isWatching = false;
  };
  return {
    now: () => now,
    setTimeout(callback, ms) {
      const timer: Timer = { at: now + Math.max(0, Number(ms) || 0), order: order++, callback };
      timers.add(timer);
      if (isAuto) void watch();
      return timer;
    },
    clearTimeout(handle) {
      timers.delete(handle as Timer);
    },
    async advance(span) {
      const target = now + milliseconds(span);
      await settle();
      for (let timer = earliest(target); timer !== undefined; timer = earliest(target)) await run(timer);
      now = Math.max(now, target);
      await settle();
    },
    next,
    get pending() {
      return timers.size;
    },
    auto(on = true) {
      isAuto = on;
      if (on) void watch();
    },
  };
}
