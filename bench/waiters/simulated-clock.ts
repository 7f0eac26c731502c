import type { Clock } from "@svc/client/runtime";

/** A clock whose time passes as fast as its timers can be run. */
export interface SimulatedClock extends Clock {
  sleep(ms: number): Promise<void>;
  /** Runs timers in order of time, and what they lead to between two times, until none is left or `until` is reached. */
  run(until: number): Promise<void>;
}

/** Starts at a full minute; its times are whole milliseconds. */
export function simulatedClock(): SimulatedClock {
  const due = new Map<number, Map<number, () => void>>();
  const times = new Map<number, number>();
  let now = Date.UTC(2026, 0, 1);
  let last = 0;
  const setTimeout = (callback: () => void, ms: number): number => {
    const time = now + Math.max(0, Math.ceil(ms));
    const callbacks = due.get(time) ?? new Map<number, () => void>();
    due.set(time, callbacks.set(++last, callback));
    times.set(last, time);
    return last;
  };
  return {
    now: () => now,
    setTimeout,
    clearTimeout(handle) {
      const time = times.get(handle as number);
      times.delete(handle as number);
      if (time !== undefined) due.get(time)?.delete(handle as number);
    },
    sleep: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
    async run(until) {
      // Bodies of responses take several turns of the event loop to be read.
      const settled = async (): Promise<void> => {
        for (let turn = 0; turn < 4; turn++) await new Promise<void>((resolve) => void setImmediate(resolve));
      };
      await settled();
      // Waiters ask together: there are few times at once, and infinity is none.
      const next = (): number => Math.min(...due.keys());
      for (let time = next(); time <= until; time = next()) {
        now = time;
        const callbacks = due.get(time) ?? new Map<number, () => void>();
        due.delete(time);
        for (const [handle, callback] of callbacks) {
          times.delete(handle);
          callback();
        }
        if (callbacks.size > 0) await settled();
      }
    },
  };
}
