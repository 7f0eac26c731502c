import { createSignal } from "../signal.ts";
import { type Clock, type TimeSpan, timeAfter } from "./clock.ts";
import {
  createTimerQueue,
  type DrivenTimers,
  driveTimers,
  type FakeTimers,
  type Timer,
  waitTurns,
} from "./fake-timers.ts";
import { createAutoAdvance, type WatchedClock, type WorkTrackingClock } from "./pending-work.ts";

/** A clock that stands still until a test advances it. */
export interface VirtualClock extends Clock {
  /**
   * Advances the clock and runs due timers in order. After each timer, promises and their consequences run first, so
   * that a chain of waits completes.
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
   * Advances the clock to the next timer whenever the process is idle, so that waits take no real time; `auto(false)`
   * turns it off. It cannot see work of other processes or of a real network: use it with an injected fetch or with
   * nock. It waits for handlers of a fake until they set a timer of this clock, for at most 250 ms of real time.
   *
   * @param isOn whether the clock advances by itself. @default true
   */
  auto(isOn?: boolean): void;
  /** Whether the clock advances by itself. */
  readonly isAutomatic: boolean;
  /**
   * Couples the clock with the fake timers of a test runner: `using _off = fake.clock.drive(vi)`, or `jest`. `Date` and
   * the global timers are replaced and show the time of this clock; advancing either advances both. Timers of the
   * runner count for `auto`. The returned function restores the real timers; the clock keeps its time.
   *
   * @throws TypeError if fake timers already drive the clock
   */
  drive(fakeTimers: FakeTimers): (() => void) & Disposable;
  /** Keeps the clock from advancing by itself until the returned function is called. */
  hold(): () => void;
}

/** The reference time of the builders, so that the dates of their values are recent. */
const START = Date.UTC(2025, 5, 1, 12);

/**
 * Creates a clock for tests, which a fake and a client can share.
 *
 * @param start initial time, in epoch milliseconds. @default 2025-06-01T12:00:00Z
 */
export function createVirtualClock(start: number = START): VirtualClock {
  const timers = createTimerQueue();
  const time = createTime(start);
  let order = 0;
  let driven: (DrivenTimers & { readonly fakeTimers: FakeTimers }) | undefined;
  const runNext = async (limit: number): Promise<boolean> => {
    const [timer] = timers.all;
    if (timer === undefined || timer.at > limit) return false;
    timers.remove(timer);
    time.set(Math.max(time.now(), timer.at));
    timer.callback();
    await waitTurns();
    return true;
  };
  const auto = createAutoAdvance({
    hasTimers: () => (driven === undefined ? timers.all.length : driven.fakeTimers.getTimerCount()) > 0,
    next: () => next(),
  });
  const next = async (): Promise<boolean> => {
    if (driven === undefined) return runNext(Number.POSITIVE_INFINITY);
    if (driven.fakeTimers.getTimerCount() === 0) return false;
    await driven.fakeTimers.advanceTimersToNextTimerAsync();
    await waitTurns();
    return true;
  };
  const currentTime = (): number => (driven === undefined ? time.now() : Date.now());
  const stopDriving = (): void => {
    time.set(currentTime());
    driven?.end();
    driven = undefined;
  };
  const clock: VirtualClock & WorkTrackingClock & WatchedClock = {
    now: currentTime,
    setTimeout(callback, ms) {
      const timer: Timer = { at: currentTime() + Math.max(0, Number(ms) || 0), order: order++, callback };
      timers.add(timer);
      driven?.set(timer);
      auto.timerWasSet();
      return timer;
    },
    clearTimeout(handle) {
      timers.remove(handle as Timer | undefined);
      driven?.clear(handle as Timer);
      auto.noteActivity();
    },
    async advance(span) {
      const target = timeAfter(currentTime(), span);
      await waitTurns();
      if (driven !== undefined) await driven.fakeTimers.advanceTimersByTimeAsync(target - currentTime());
      else while (await runNext(target));
      time.set(Math.max(currentTime(), target));
      await waitTurns();
    },
    next: () => waitTurns().then(next),
    drive(fakeTimers) {
      if (driven !== undefined) throw new TypeError("clock.drive: fake timers already drive this clock.");
      driven = { fakeTimers, ...driveTimers(fakeTimers, time.now(), timers.remove) };
      for (const timer of timers.all) driven.set(timer);
      return Object.assign(() => stopDriving(), { [Symbol.dispose]: stopDriving });
    },
    get pending() {
      return timers.all.length;
    },
    auto: (isOn = true) => auto.setEnabled(isOn),
    get isAutomatic() {
      return auto.isEnabled();
    },
    hold: auto.hold,
    trackWork: auto.trackWork,
    watch: time.watch,
  };
  return clock;
}

/** A time that tells when it is set. */
function createTime(start: number) {
  const moved = createSignal();
  let now = start;
  return {
    now: () => now,
    set(time: number) {
      now = time;
      moved.notify();
    },
    watch: moved.subscribe,
  };
}
