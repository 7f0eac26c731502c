import type { Timer } from "./timer-queue.ts";

/** Fake timers of a test runner: `vi` of Vitest 3 or newer, `jest` of Jest 29.5 or newer. */
export interface FakeTimers {
  /** Replaces timers and `Date`. */
  useFakeTimers(options?: object): unknown;
  /** Restores them. */
  useRealTimers(): unknown;
  /** Advances them. */
  advanceTimersByTimeAsync(ms: number): Promise<unknown>;
  /** Advances them to the next timer. */
  advanceTimersToNextTimerAsync(): Promise<unknown>;
  /** Number of timers that are set. */
  getTimerCount(): number;
}

/** The timers of a clock, while fake timers run them. */
export interface DrivenTimers {
  set(timer: Timer): void;
  clear(timer: Timer): void;
  end(): void;
}

/** Left real, because promises, streams and sockets go on by them: Jest would replace them, too. */
const LEFT_ALONE = ["nextTick", "queueMicrotask", "setImmediate", "clearImmediate"];

/**
 * Installs fake timers at a time, by which the timers of a clock then run.
 *
 * @param fired called before the callback of a timer
 */
export function driveTimers(fakeTimers: FakeTimers, now: number, fired: (timer: Timer) => void): DrivenTimers {
  fakeTimers.useFakeTimers({ now, doNotFake: LEFT_ALONE });
  const handles = new Map<Timer, ReturnType<typeof setTimeout>>();
  const clear = (timer: Timer): void => {
    globalThis.clearTimeout(handles.get(timer));
    handles.delete(timer);
  };
  return {
    set(timer) {
      const run = (): void => {
        handles.delete(timer);
        fired(timer);
        timer.callback();
      };
      handles.set(timer, globalThis.setTimeout(run, Math.max(0, timer.at - Date.now())));
    },
    clear,
    end() {
      for (const timer of handles.keys()) clear(timer);
      fakeTimers.useRealTimers();
    },
  };
}
