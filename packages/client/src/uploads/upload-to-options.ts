/** An address to which one file, or one part of it, is sent. */
export interface UploadTarget {
  /** Address, signed by the service: https, or http on loopback. */
  readonly url: string;
  /** Headers that the signature asks for. @default none */
  readonly headers?: { readonly [name: string]: string } | undefined;
}

/** Options of an upload to signed addresses. */
export interface UploadToOptions {
  /** Method of the requests. @default "PUT" */
  readonly method?: "PUT" | "POST" | undefined;
  /** Length of each part but the last, in bytes, above 0. @default the file in as many equal parts as there are addresses */
  readonly partBytes?: number | undefined;
  /** Parts that are sent at once, above 0. @default 4 */
  readonly concurrency?: number | undefined;
  /**
   * How a broken transfer goes on. `range`: the address is asked by a PUT with `Content-Range: bytes *\/N`, and answers 308
   * with the `Range` that it has. `offset`: a HEAD answers `Upload-Offset`, and a PATCH sends the rest. `false`: the part is
   * sent again. @default false
   */
  readonly resume?: "range" | "offset" | false | undefined;
  /** Header for the SHA-256 of what is sent, in Base64, such as `x-amz-checksum-sha256`; each part is read twice. @default none */
  readonly checksumHeader?: string | undefined;
  /** Called for every piece that is sent, and when all was received. Its errors are ignored. @default none */
  readonly onProgress?: ((progress: { readonly sent: number; readonly total: number }) => void) | undefined;
  /** Ends the upload with an `AbortedError`. @default none */
  readonly signal?: AbortSignal | undefined;
  /** Consecutive failures of a part after which the upload fails, above 0. @default 5 */
  readonly maxFailures?: number | undefined;
  /** Longest time without a byte sent or an answer, in milliseconds, or `false`. @default 60_000 */
  readonly stallMs?: number | false | undefined;
  /** Allows addresses over http on hosts other than loopback. @default false */
  readonly allowInsecure?: boolean | undefined;
  /** Sends the requests. @default the client's `fetch` */
  readonly fetch?: ((request: Request, init?: RequestInit) => Promise<Response>) | undefined;
}

/** A part that was received. */
export interface UploadedPart {
  /** Number of the part, from 1. */
  readonly number: number;
  /** `ETag` of the answer, which services ask for when parts are put together. */
  readonly etag: string | undefined;
  /** Length in bytes. */
  readonly size: number;
}
