/** The client's only source of time. Tests can replace it, for instance with the virtual clock of `@svc/testing`. */
export interface Clock {
  /**
   * Current time in epoch milliseconds, for dates that are sent, received or shown. It may jump when the system clock
   * is set.
   */
  now(): number;
  /**
   * Milliseconds since a fixed moment. Never jumps, so every duration is measured with it. @default `now`, for clocks
   * that are never set
   */
  monotonic?(): number;
  /** Calls back once, after at least `ms` milliseconds. Returns a handle for {@link clearTimeout}. */
  setTimeout(callback: () => void, ms: number): unknown;
  /** Cancels a timer; no effect on one that has fired. */
  clearTimeout(handle: unknown): void;
}

/** The clock of the machine. It reads globals at each call, so fake timers that are installed later apply. */
export const systemClock: Clock = {
  now: () => Date.now(),
  /** Of a copy with another `now`, that is all there is. */
  monotonic() {
    return this.now === systemClock.now ? performance.now() : this.now();
  },
  // A longer time would be none: who waits for it looks at the clock again, and waits on.
  setTimeout: (callback, ms) => globalThis.setTimeout(callback, Math.min(ms, 2 ** 31 - 1)),
  clearTimeout: (handle) => globalThis.clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/** Time of a clock that is never set back or forward, in milliseconds. Only differences of such times have a meaning. */
export function monotonic(clock: Pick<Clock, "now" | "monotonic">): number {
  return clock.monotonic?.() ?? clock.now();
}

/** Date less monotonic time, in milliseconds: it changes when the date is set. */
export function dateOffset(clock: Pick<Clock, "now" | "monotonic">): number {
  return clock.monotonic ? clock.now() - clock.monotonic() : 0;
}

/**
 * Epoch milliseconds of a number that is too large to be a duration in seconds: from 1e8 (1973) it is epoch seconds, from
 * 1e11 (as seconds the year 5138) epoch milliseconds. `undefined`: it is a duration.
 */
export function epochMs(value: number): number | undefined {
  if (value < 1e8) return undefined;
  return value < 1e11 ? value * 1000 : value;
}

/** Epoch milliseconds as a date, at most the latest one; `undefined` for a time that is unknown. */
export function toDate(at = 0): Date | undefined {
  return at > 0 ? new Date(Math.min(at, 8.64e15)) : undefined;
}

/**
 * Whether timers end with the request that set them, as in Cloudflare's workers. There a call that relies on the timer
 * of another call may wait forever.
 *
 * @see https://developers.cloudflare.com/workers/runtime-apis/context/
 */
export function hasBoundTimers(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return navigator?.userAgent === "Cloudflare-Workers";
}

/** Calls back those who wait for a signal. */
interface Listener {
  readonly callbacks: Set<() => void>;
  readonly run: () => void;
}

/** By signal: Node.js 20 warns of more than ten listeners of one, and a signal may be that of any number of calls. */
const listeners: WeakMap<AbortSignal, Listener> = /* @__PURE__ */ new WeakMap();

/** Calls back when a signal is aborted, at once where it is already. Returns the function that undoes this. */
export function whenAborted(signal: AbortSignal | null | undefined, callback: () => void): () => void {
  if (!signal) return () => {};
  const { callbacks, run } = listeners.get(signal) ?? listen(signal);
  callbacks.add(callback);
  if (signal.aborted) callback();
  return () => {
    callbacks.delete(callback);
    if (callbacks.size > 0 || listeners.get(signal)?.run !== run) return;
    listeners.delete(signal);
    signal.removeEventListener("abort", run);
  };
}

function listen(signal: AbortSignal): Listener {
  const callbacks = new Set<() => void>();
  const run = (): void => {
    for (const callback of [...callbacks]) callback();
  };
  const listener = { callbacks, run };
  listeners.set(signal, listener);
  signal.addEventListener("abort", run);
  return listener;
}

/**
 * Waits for `ms` milliseconds, or until `early` is aborted. Rejects with the signal's reason when the signal is aborted.
 */
export function sleep(clock: Clock, ms: number, signal: AbortSignal, early?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const unlisten: (() => void)[] = [];
    const end = (): void => {
      clock.clearTimeout(timer);
      for (const stop of unlisten) stop();
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = clock.setTimeout(end, ms);
    for (const one of [signal, early]) unlisten.push(whenAborted(one, end));
  });
}

/** A time limit of {@link within}, in milliseconds; `false` and `Infinity`: none. */
interface Limit {
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

/** Time, randomness and network of a client. */
export interface Effects {
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** `undefined`: the global `fetch` at the time of each request. */
  readonly fetch: ((request: Request, init?: RequestInit) => Promise<Response>) | undefined;
}

/** By client, for the entry points that are imported separately. Nothing of it is visible on the client itself. */
export const clientEffects: WeakMap<object, Effects> = /* @__PURE__ */ new WeakMap();

/** Effects of a client; those of the platform for an object that is none of this package's clients. */
export function effectsOf(client: object): Effects {
  return clientEffects.get(client) ?? { clock: systemClock, random: Math.random, fetch: undefined };
}
