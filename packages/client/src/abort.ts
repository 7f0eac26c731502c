import type { Clock } from "./clock.ts";

/** Calls back when a signal is aborted, at once where it is already. Returns the function that undoes this. */
export function whenAborted(signal: AbortSignal | null | undefined, callback: () => void): () => void {
  signal?.addEventListener("abort", callback);
  if (signal?.aborted) callback();
  return () => signal?.removeEventListener("abort", callback);
}

/** Waits for `ms` milliseconds. Rejects with the signal's reason when the signal is aborted. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => {
      unlisten();
      resolve();
    }, ms);
    const unlisten = whenAborted(signal, () => {
      clock.clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** A time limit of {@link within}, in milliseconds; `false` and `Infinity`: none. */
export interface Limit {
  readonly clock: Clock;
  readonly ms: number | false;
  /** Makes the error of a promise that takes longer. */
  readonly onLate: () => Error;
}

/** Settles like the promise, unless the time is over before: not every fetch heeds its signal. */
export async function within<T>(promise: Promise<T>, { clock, ms, onLate }: Limit): Promise<T> {
  if (ms === false || ms === Infinity) return promise;
  let timer: unknown;
  const late = new Promise<never>((_, reject) => {
    timer = clock.setTimeout(() => reject(onLate()), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clock.clearTimeout(timer);
  }
}
