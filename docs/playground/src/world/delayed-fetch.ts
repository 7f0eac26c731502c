import type { Clock, Fetch } from "@svc/testing";

/** Calls back after so many milliseconds of a clock; returns what takes it back. */
export type Later = (callback: () => void, ms: number) => () => void;

/**
 * A `fetch` that takes its time. An abort ends the wait at once.
 *
 * @param latencyMs asked for at every call
 */
export function delayedFetch(fetch: Fetch, later: Later, latencyMs: () => number, stopped: AbortSignal): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const signal = AbortSignal.any([stopped, init?.signal ?? request.signal]);
    if (latencyMs() > 0) await wait(later, latencyMs(), signal);
    return fetch(request, { signal });
  };
}

/**
 * Answers that are due at the same time share one timer: the clock lets everything run between two timers, for some milliseconds
 * in a browser, so that a burst of thousands of calls with a timer each would take a minute.
 */
export function createLater(clock: Clock): Later {
  const due = new Map<number, Set<() => void>>();
  return (callback, ms) => {
    const at = clock.now() + ms;
    const waiting = due.get(at) ?? new Set();
    waiting.add(callback);
    if (!due.has(at)) {
      due.set(at, waiting);
      clock.setTimeout(() => {
        due.delete(at);
        for (const run of waiting) run();
      }, ms);
    }
    return () => void waiting.delete(callback);
  };
}

async function wait(later: Later, ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const onAbort = (): void => {
      takeBack();
      reject(signal.reason as Error);
    };
    const takeBack = later(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
