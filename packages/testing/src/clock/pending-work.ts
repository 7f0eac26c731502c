import type { AsyncLocalStorage } from "node:async_hooks";
import { findBuiltin } from "../builtin.ts";
import type { Clock } from "./clock.ts";
import { clearRealTimeout, realTimeout, waitTurns } from "./fake-timers.ts";

/** Runs work, and returns its result. */
export type TrackWork = <Value>(work: () => Value | Promise<Value>) => Value | Promise<Value>;

/** A clock that may advance by itself, and does not while tracked work is pending. */
export interface WorkTrackingClock extends Clock {
  /** Runs work that may wait for a timer of this clock, or for something real: a file, a socket. */
  readonly trackWork: TrackWork;
}

/** A clock that tells when its time was changed. */
export interface WatchedClock extends Clock {
  /** Calls a function at each change until the returned function is called. */
  readonly watch: (listener: () => void) => () => void;
}

/** Calls back when a clock is advanced; never for clocks that only run. */
export function watchClock(clock: Clock, listener: () => void): () => void {
  return "watch" in clock ? (clock as WatchedClock).watch(listener) : () => {};
}

/** The function by which a clock tracks work; for other clocks one that only runs it. */
export function workTrackerOf(clock: Clock): TrackWork {
  return "trackWork" in clock ? (clock as WorkTrackingClock).trackWork : (work) => work();
}

/** Keeps a clock from advancing by itself. */
export type ClockHold = ReturnType<typeof holdClock>;

/** Holds a clock; does nothing for one that never advances by itself. */
export function holdClock(clock: Clock) {
  const hold = "hold" in clock ? (clock.hold as () => () => void) : () => () => {};
  let release = hold();
  return {
    release: (): void => release(),
    /** Releases the clock until a promise is settled that may wait for one of its timers. */
    async pauseWhile<Value>(promise: Value | Promise<Value>): Promise<Value> {
      release();
      try {
        return await promise;
      } finally {
        release = hold();
      }
    },
  };
}

/** Real milliseconds for which work that sets no timer holds a clock: it may never end. */
const LIMIT_MS = 250;

/**
 * Tracks work in the asynchronous context in which it runs.
 *
 * @param hold holds the clock until the returned function is called
 * @param limitMs real milliseconds for which work that sets no timer holds the clock
 */
export function createPendingWork(hold: () => () => void, limitMs: number = LIMIT_MS) {
  const pending = new Set<() => void>();
  let contexts: AsyncLocalStorage<() => void> | undefined;
  return {
    /** Runs work, and holds the clock until it is done, has set a timer of the clock, or has reached its time limit. */
    async run<Value>(work: () => Value | Promise<Value>): Promise<Value> {
      const { AsyncLocalStorage } = findBuiltin("node:async_hooks") ?? {};
      contexts ??= AsyncLocalStorage && new AsyncLocalStorage<() => void>();
      const releaseClock = hold();
      const release = (): void => {
        pending.delete(release);
        clearRealTimeout?.(timer);
        releaseClock();
      };
      const timer = realTimeout?.(release, limitMs);
      pending.add(release);
      // Without a real timer work that never ends would hold the clock for ever.
      if (timer === undefined) release();
      try {
        return await (contexts === undefined ? work() : contexts.run(release, work));
      } finally {
        release();
      }
    },
    /** Called for each timer of the clock: the work that has set it waits for the clock, and must not hold it. */
    timerWasSet(): void {
      if (pending.size === 0) return;
      // Without asynchronous contexts it may have been set by any work.
      const setters = contexts === undefined ? [...pending] : [contexts.getStore()];
      for (const release of setters) if (release !== undefined && pending.has(release)) release();
    },
    /** Runs a function outside of all work, so that the timers which it sets belong to none. */
    outside: (run: () => void): void => (contexts === undefined ? run() : contexts.exit(run)),
  };
}

/** The clock that is advanced. */
interface Advanceable {
  hasTimers(): boolean;
  /** Advances to the next timer and runs it. */
  next(): Promise<unknown>;
}

/** Turns of the event loop without activity after which the process counts as idle. */
const IDLE_TURNS = 12;

/** Creates what advances a clock to its next timer whenever the process is idle. It is off until it is enabled. */
export function createAutoAdvance({ hasTimers, next }: Advanceable) {
  let isEnabled = false;
  let isWatching = false;
  let holds = 0;
  let activity = 0;
  const isIdle = async (): Promise<boolean> => {
    const before = activity;
    for (let turn = 0; turn < IDLE_TURNS; turn++) {
      await waitTurns(1);
      if (!isEnabled || holds > 0 || activity !== before) return false;
    }
    return true;
  };
  const advanceWhileIdle = async (): Promise<void> => {
    while (isEnabled && holds === 0 && hasTimers()) if (await isIdle()) await next();
    isWatching = false;
  };
  const watch = (): void => {
    if (isWatching || !isEnabled) return;
    isWatching = true;
    pendingWork.outside(() => void advanceWhileIdle());
  };
  const hold = (): (() => void) => {
    let isHeld = true;
    holds += 1;
    activity += 1;
    return () => {
      if (isHeld) holds -= 1;
      isHeld = false;
      watch();
    };
  };
  const pendingWork = createPendingWork(hold);
  return {
    setEnabled(on: boolean): void {
      isEnabled = on;
      watch();
    },
    isEnabled: (): boolean => isEnabled,
    /** Keeps the clock from advancing until the returned function is called. */
    hold: (): (() => void) => hold(),
    /** Runs work, and holds the clock while the work waits for something other than the clock. */
    trackWork: ((work) => (isEnabled ? pendingWork.run(work) : work())) as TrackWork,
    /** Must be called for each timer that is set. */
    timerWasSet(): void {
      activity += 1;
      pendingWork.timerWasSet();
      watch();
    },
    /** Must be called for whatever shows that the process is not idle. */
    noteActivity(): void {
      activity += 1;
    },
  };
}
