import type { Clock } from "../clock.ts";
import type { DownloadContext } from "./options.ts";

/** Waits for `ms` milliseconds. Rejects with the signal's reason when the signal is aborted. */
export function waitFor(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    const onAbort = (): void => {
      clock.clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

/** Settles like the promise; rejects when the signal is aborted or `stallMs` milliseconds pass before. */
export async function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  { clock, stallMs }: DownloadContext,
): Promise<T> {
  let timer: unknown;
  let onAbort = (): void => {};
  const broken = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    if (stallMs < Infinity)
      timer = clock.setTimeout(() => reject(new TypeError(`nothing arrived for ${stallMs} ms`)), stallMs);
  });
  try {
    return await Promise.race([promise, broken]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    if (timer !== undefined) clock.clearTimeout(timer);
  }
}
