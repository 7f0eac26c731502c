import type { Clock } from "../clock/clock.ts";
import { waitTurns } from "../clock/real-timers.ts";

/** Everything of a fake that waits, and ends when the fake is closed: a test run must not wait for a clock that nobody moves. */
export interface Closing {
  /** The clock of the fake. From the end on its timers run at once. */
  readonly clock: Clock;
  /** Settles like the promise; rejects as a broken connection does if the fake is closed first. */
  readonly untilClosed: <Value>(promise: Promise<Value>) => Promise<Value>;
  /** Fails what waits for an answer, and runs the timers that are set. */
  readonly end: () => void;
}

/** @param clock clock of the fake, which stays as it is for others */
export function createClosing(clock: Clock): Closing {
  const timers = new Map<unknown, () => void>();
  const waiting = new Set<(reason: unknown) => void>();
  let isClosed = false;
  const own: Clock = {
    now: () => clock.now(),
    setTimeout(callback, ms) {
      if (isClosed) return queueMicrotask(callback);
      const handle = clock.setTimeout(() => {
        timers.delete(handle);
        callback();
      }, ms);
      timers.set(handle, callback);
      return handle;
    },
    clearTimeout(handle) {
      timers.delete(handle);
      clock.clearTimeout(handle);
    },
  };
  return {
    clock: Object.assign(Object.create(clock) as Clock, own),
    untilClosed: (promise) =>
      new Promise((resolve, reject) => {
        // A request may be on its way when the fake is closed.
        if (isClosed) waitTurns().then(() => reject(closedError()), reject);
        waiting.add(reject);
        promise.then(resolve, reject).finally(() => waiting.delete(reject));
      }),
    end() {
      isClosed = true;
      for (const reject of waiting) reject(closedError());
      waiting.clear();
      for (const [handle, callback] of timers) {
        clock.clearTimeout(handle);
        callback();
      }
      timers.clear();
    },
  };
}

function closedError(): TypeError {
  return new TypeError("fetch failed", { cause: new Error("the fake was closed before it had answered") });
}
