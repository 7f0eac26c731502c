import type { Clock } from "../clock/clock.ts";
import { waitTurns } from "../clock/fake-timers.ts";

/** Everything of a fake that waits, and ends when the fake is closed: a test run must not wait for a clock that nobody moves. */
export type Closing = ReturnType<typeof createClosing>;

/** @param clock clock of the fake, which stays as it is for others */
export function createClosing(clock: Clock) {
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
    /** The clock of the fake. From the end on its timers run at once. */
    clock: Object.assign(Object.create(clock), own) as Clock,
    isClosed: (): boolean => isClosed,
    /** Settles like the promise; rejects as a broken connection does if the fake is closed first. */
    untilClosed: <Value>(promise: Promise<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        // A request may be on its way when the fake is closed.
        if (isClosed) waitTurns().then(() => reject(closedError()), reject);
        waiting.add(reject);
        promise.then(
          (value) => {
            waiting.delete(reject);
            resolve(value);
          },
          (error: unknown) => {
            waiting.delete(reject);
            reject(error);
          },
        );
      }),
    /** Fails what waits for an answer, and runs the timers that are set. */
    end(): void {
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
  return new TypeError("fetch failed", { cause: new Error("the fake was closed before it responded") });
}

/** Creates an empty set of what a fake has opened and must close: interceptions, servers and clients. */
export function createOpenResources() {
  const immediate = new Set<() => void>();
  const later = new Set<{ close(): Promise<void> }>();
  /** Ends everything, also after an error. */
  const endAll = (): { readonly ending: Promise<void>[]; readonly errors: unknown[] } => {
    const ending = [...later].map((end) => end.close());
    const errors: unknown[] = [];
    for (const end of [...immediate].reverse()) {
      try {
        end();
      } catch (error) {
        errors.push(error);
      }
    }
    later.clear();
    immediate.clear();
    return { ending, errors };
  };
  return {
    /** Adds an interception, which is ended by a call. */
    add<End extends () => void>(end: End): End {
      immediate.add(end);
      return end;
    },
    /** Adds a server, or a client. */
    addAsync<End extends { close(): Promise<void> }>(end: End): End {
      later.add(end);
      return end;
    },
    /** Closes everything, latest first; then rejects with the first error, if there was one. */
    async close(): Promise<void> {
      const { ending, errors } = endAll();
      for (const ended of await Promise.allSettled(ending)) if (ended.status === "rejected") errors.push(ended.reason);
      if (errors.length > 0) throw errors[0];
    },
    /** Ends all interceptions and begins to close the rest; throws the first error, if there was one. */
    closeNow(): void {
      const { ending, errors } = endAll();
      for (const end of ending) end.catch(() => {});
      if (errors.length > 0) throw errors[0];
    },
  };
}
