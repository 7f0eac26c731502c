import type { Clock, Fetch } from "@svc/testing";

/** A `fetch` that takes its time on a clock. An abort ends the wait at once. */
export function delayedFetch(fetch: Fetch, clock: Clock, latencyMs: () => number, stopped: AbortSignal): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const signal = AbortSignal.any([stopped, init?.signal ?? request.signal]);
    if (latencyMs() > 0) await wait(clock, latencyMs(), signal);
    return fetch(request, { signal });
  };
}

async function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const onAbort = (): void => {
      clock.clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = clock.setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
