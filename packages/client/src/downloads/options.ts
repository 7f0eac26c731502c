import { systemClock } from "../clock.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { type Edges, edges } from "../runtime/edges.ts";
import { checkLimit } from "../runtime/options.ts";

/** One file. Nothing is transferred before its stream is read. */
export interface Download {
  /** Name of the file: of a batch its key, of a replay `replay.mp4`. */
  readonly key: string;
  /** As listed; `undefined` where the service does not say. */
  readonly size: number | undefined;
  /** The file's bytes. Read it to its end or cancel it: it counts for `concurrency` from its first read until then. */
  readonly stream: ReadableStream<Uint8Array>;
}

/** How far a file is. */
export interface DownloadProgress {
  /** Name of the file, as in {@link Download.key}. */
  readonly key: string;
  /** Bytes handed out so far. */
  readonly received: number;
  /** All bytes of the file; `undefined` where neither the host nor the listing says. */
  readonly size: number | undefined;
}

/** How files are transferred. */
export interface DownloadOptions {
  /** Ends the listing, every transfer and every wait with an `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** Called for every piece of a file, and once when it is complete. It is not waited for; what it throws, or rejects with, is ignored. */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  /** Parameters of the listing that the document does not know: the one that asks for download URLs, where one is needed. */
  readonly query?: { readonly [name: string]: unknown } | undefined;
  /** Failures in a row after which a transfer is given up; a byte that arrives ends the row. An address that is refused and renewed once is none. @default 5 */
  readonly maxFailures?: number | undefined;
  /** A transfer in which nothing arrives for this long is broken off and resumed, in milliseconds. `false`: never. @default 60_000 */
  readonly stallMs?: number | false | undefined;
  /** Whether a file's bytes must be as many as the listing says. The unit of the listed size is not documented. @default true */
  readonly checkSize?: boolean | undefined;
  /** Lets files come over http from other hosts than this one. @default false */
  readonly allowInsecure?: boolean | undefined;
  /** @default the client's */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** What every transfer needs of its surroundings. */
export interface Surroundings extends Edges {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly options: DownloadOptions;
  readonly maxFailures: number;
  readonly stallMs: number;
}

/** @throws ConfigurationError naming the option that is wrong */
export function surroundings(svc: object, options: DownloadOptions): Surroundings {
  const { clock = systemClock, random = Math.random, fetch } = edges.get(svc) ?? {};
  const { maxFailures = 5, stallMs = 60_000, onProgress } = options;
  if (onProgress !== undefined && typeof onProgress !== "function")
    throw new ConfigurationError("onProgress: expected a function");
  return {
    clock,
    random,
    fetch: (request) => (options.fetch ?? fetch ?? globalThis.fetch)(request),
    options,
    maxFailures: checkLimit("maxFailures", maxFailures),
    stallMs: checkLimit("stallMs", stallMs),
  };
}
