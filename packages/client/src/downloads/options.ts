import { checkKind, checkLimit, checkNames, checkSignal } from "../checks.ts";
import { type Effects, effectsOf, whenAborted } from "../clock.ts";

/** One file. The transfer begins when its stream is read. */
export interface Download {
  /** Name of the file: the key of a batch; `replay.mp4` for a replay. */
  readonly key: string;
  /** Size as listed; `undefined` if unknown. The service does not document the unit. */
  readonly size: number | undefined;
  /**
   * Bytes of the file. Read the stream to its end or cancel it: it counts for `concurrency` from its first read until
   * then.
   */
  readonly stream: ReadableStream<Uint8Array>;
  /** Reads the whole stream into memory, as a blob. */
  blob(): Promise<Blob>;
  /** Reads the whole stream into memory, as UTF-8 text. */
  text(): Promise<string>;
}

/** Progress of one file. */
export interface DownloadProgress {
  /** Name of the file, as in {@link Download.key}. */
  readonly key: string;
  /** Bytes received so far. */
  readonly received: number;
  /** Length of the file in bytes; `undefined` if neither the host nor the listing reports it. */
  readonly size: number | undefined;
}

/** Options of every download. */
export interface DownloadOptions {
  /** Ends the listing, every transfer and every wait with an `AbortedError`. @default none */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called for every chunk of a file, and once when the file is complete. Not awaited; its errors and rejections are
   * ignored. @default none
   */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  /** Query parameters of the listing that the document does not describe, for instance one that requests URLs. @default none */
  readonly query?: { readonly [name: string]: unknown } | undefined;
  /**
   * Consecutive failures after which a transfer fails, above 0. Every received byte resets the count. A rejected URL is
   * renewed once without being counted. @default 5
   */
  readonly maxFailures?: number | undefined;
  /**
   * Longest time without a byte, in milliseconds; then the transfer is cancelled and resumed. Above 0 and below 2^31, or
   * `false`: no limit. @default 60_000
   */
  readonly stallMs?: number | false | undefined;
  /** Whether the length of a file in bytes must equal its listed size. @default true */
  readonly checkSize?: boolean | undefined;
  /** Allows files over http from hosts other than loopback. @default false */
  readonly allowInsecure?: boolean | undefined;
  /** Sends the requests for files. @default the client's `fetch` */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

export interface DownloadContext extends Effects {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly options: DownloadOptions;
  readonly maxFailures: number;
  readonly stallMs: number;
}

const OPTIONS = "signal onProgress query maxFailures stallMs checkSize allowInsecure fetch limit concurrency".split(
  " ",
);

/** Uses the effects of a client of ours. @throws ConfigurationError naming the invalid option */
export function downloadContext(svc: object, options: DownloadOptions): DownloadContext {
  const { clock, random, fetch } = effectsOf(svc);
  checkNames(options, OPTIONS);
  if (options.signal) checkSignal(options.signal);
  const { maxFailures = 5, stallMs = 60_000, onProgress } = options;
  if (onProgress !== undefined) checkKind("onProgress", onProgress);
  return {
    clock,
    random,
    fetch: (request) => (options.fetch ?? fetch ?? globalThis.fetch)(request),
    options,
    maxFailures: checkLimit("maxFailures", maxFailures),
    stallMs: checkLimit("stallMs", stallMs),
  };
}

/** Lets at most `most` holders have a slot at a time, first come first served. */
export interface Slots {
  /** Resolves when a slot is free; gives the function that gives it back, which may be called again without harm. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createSlots(most: number): Slots {
  let taken = 0;
  const waiting = new Set<() => void>();
  const giveBack = (): void => {
    taken--;
    const [next] = waiting;
    next?.();
  };
  return {
    async take(signal) {
      while (taken >= most) await nextFree(waiting, signal);
      taken++;
      let isHeld = true;
      return () => {
        if (isHeld) giveBack();
        isHeld = false;
      };
    },
  };
}

function nextFree(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let unlisten: (() => void) | undefined;
    const settle = (): void => {
      waiting.delete(settle);
      unlisten?.();
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    waiting.add(settle);
    unlisten = whenAborted(signal, settle);
  });
}
