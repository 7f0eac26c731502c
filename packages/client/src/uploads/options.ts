import type { FileSource, StreamSource } from "./sources.ts";

/** Progress of a request with files. */
export interface UploadProgress {
  /** Bytes of the body that were handed to the connection; from 0 again with each attempt. */
  readonly sent: number;
  /** Length of the body in bytes; `undefined` where a file does not say its size. */
  readonly total: number | undefined;
}

/**
 * Options of a call with files, beside those of every call. Here `timeoutMs` is `false` by default: see `stallMs`. On Node.js
 * bodies of more than 8 MiB, or of unknown length, follow no redirect: what was sent of them is not kept.
 */
export interface UploadOptions {
  /**
   * Called for every piece that is sent, and once when all was sent. Not awaited; its errors and rejections are ignored. In
   * browsers, where a body of Blobs has no progress, only at the beginning and the end. @default none
   */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /**
   * Longest time without a byte sent, and for the answer after the last one, in milliseconds; then the call fails with a
   * `TimeoutError`. Above 0 and below 2^31, or `false`: no limit. @default the client's `timeoutMs`
   */
  readonly stallMs?: number | false | undefined;
  /** Longest body in bytes; a longer one fails with a `ConfigurationError`. @default no limit */
  readonly maxUploadBytes?: number | undefined;
}

/** Options of a call whose files can be sent once: it is not retried. */
export interface SentOnce extends UploadOptions {
  /** Retries would need the bytes again. @default false */
  readonly retry?: false | undefined;
}

/** A body with files: wherever the document has one, `Source` is taken. */
export type WithFiles<Body, Source> = Body extends Blob
  ? Body | Source
  : Body extends FormData
    ? Body
    : { readonly [Name in keyof Body]: FilesIn<Body[Name], Source> };

type FilesIn<Value, Source> = Value extends Blob
  ? Value | Source
  : Value extends readonly (infer Item)[]
    ? readonly FilesIn<Item, Source>[]
    : Value;

/** A body whose files can be sent again: see {@link FileSource}. */
export type Resendable<Body> = WithFiles<Body, FileSource>;

/** A body with files that can be sent once: see {@link StreamSource}. */
export type SendableOnce<Body> = WithFiles<Body, FileSource | StreamSource>;
