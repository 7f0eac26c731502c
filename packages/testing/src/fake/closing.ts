import type { Clock } from "../clock/clock.ts";
import { waitTurns } from "../clock/fake-timers.ts";

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
        const settle =
          <Result>(settled: (result: Result) => void) =>
          (result: Result): void => {
            waiting.delete(reject);
            settled(result);
          };
        promise.then(settle(resolve), settle(reject));
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
  return new TypeError("fetch failed", { cause: new Error("the fake was closed before it responded") });
}

/** Interceptions and servers that a fake has opened and must close. */
export interface OpenResources {
  /** Adds an interception, which is ended by a call. */
  add<End extends () => void>(end: End): End;
  /** Adds a server. */
  addAsync<End extends { close(): Promise<void> }>(end: End): End;
  /** Closes everything, latest first; then rejects with the first error, if there was one. */
  close(): Promise<void>;
  /** Ends all interceptions and begins to close the servers; throws the first error, if there was one. */
  closeNow(): void;
}

/** Creates an empty set of resources. */
export function createOpenResources(): OpenResources {
  const immediate = new Set<() => void>();
  const later = new Set<{ close(): Promise<void> }>();
  /** Ends everything, also after an error. */
  const endAll = (): { readonly ending: Promise<void>[]; readonly errors: unknown[] } => {
    const ending = [...later].map((end) => end.close());
    const ends = [...immediate].reverse();
    later.clear();
    immediate.clear();
    return { ending, errors: ends.flatMap(errorOf) };
  };
  return {
    add(end) {
      immediate.add(end);
      return end;
    },
    addAsync(end) {
      later.add(end);
      return end;
    },
    async close() {
      const { ending, errors } = endAll();
      for (const ended of await Promise.allSettled(ending)) if (ended.status === "rejected") errors.push(ended.reason);
      throwFirst(errors);
    },
    closeNow() {
      const { ending, errors } = endAll();
      for (const end of ending) end.catch(() => {});
      throwFirst(errors);
    },
  };
}

function errorOf(run: () => void): unknown[] {
  try {
    run();
    return [];
  } catch (error) {
    return [error];
  }
}

function throwFirst(errors: readonly unknown[]): void {
  if (errors.length > 0) throw errors[0];
}
