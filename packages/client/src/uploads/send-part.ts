import type { Effects } from "../clock.ts";
import type { DownloadOptions } from "../downloads/options.ts";
import { SvcApiError } from "../errors/errors.ts";
import { sendBody } from "./send-body.ts";
import { fileOf } from "./sources.ts";
import { uploadBody } from "./upload-body.ts";

/** An address to which one file, or one part of it, is sent. */
export interface UploadTarget {
  /** Address, signed by the service: https, or http on loopback. */
  readonly url: string;
  /** Headers that the signature requires. @default none */
  readonly headers?: { readonly [name: string]: string } | undefined;
}

/** Options of an upload to signed addresses. */
export interface UploadToOptions extends Pick<DownloadOptions, "signal" | "stallMs" | "allowInsecure"> {
  /** Method of the requests. @default "PUT" */
  readonly method?: "PUT" | "POST" | undefined;
  /** Length of each part but the last, in bytes, above 0. @default the file in as many equal parts as there are addresses */
  readonly partBytes?: number | undefined;
  /** Parts that are sent concurrently, above 0. @default 4 */
  readonly concurrency?: number | undefined;
  /** Header for the SHA-256 of what is sent, in Base64, such as `x-amz-checksum-sha256`; each part is read twice. @default none */
  readonly checksumHeader?: string | undefined;
  /** Called for every chunk sent, and when everything was received. Its errors are ignored. @default none */
  readonly onProgress?: ((progress: { readonly sent: number; readonly total: number }) => void) | undefined;
  /** Consecutive failures of a part after which the upload fails, above 0. @default 5 */
  readonly maxFailures?: number | undefined;
  /** Sends the requests. @default the client's `fetch` */
  readonly fetch?: ((request: Request, init?: RequestInit) => Promise<Response>) | undefined;
}

/** A part that was received. */
export interface UploadedPart {
  /** Number of the part, from 1. */
  readonly number: number;
  /** `ETag` of the response, which services require to assemble the parts. */
  readonly etag: string | undefined;
  /** Length in bytes. */
  readonly size: number;
}

/** Context that the parts of an upload share. */
export interface PartContext extends Effects {
  readonly options: UploadToOptions;
  readonly fetch: (request: Request, init?: RequestInit) => Promise<Response>;
  readonly stallMs: number;
  readonly signal: AbortSignal;
  /** Called with the bytes of a part that were sent so far. */
  readonly onSent: (number: number, sent: number) => void;
}

/** A part that is to be sent. */
export interface Part {
  readonly number: number;
  readonly target: UploadTarget;
  readonly file: Blob;
}

/** An answer that may be another one later: 5xx, 408, 425, 429. */
export class RefusedPart extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

/** Sends a part. */
export async function sendPart(context: PartContext, { file, number, target }: Part): Promise<UploadedPart> {
  const { checksumHeader, method = "PUT" } = context.options;
  const headers = new Headers(target.headers);
  if (checksumHeader) headers.set(checksumHeader, await checksum(file));
  const response = await sendBody(context, {
    url: target.url,
    init: { ...OTHER_HOST, method, headers },
    body: uploadBody([fileOf(file)]),
    onBytes: (sent) => context.onSent(number, sent),
  });
  const { status } = leaveBody(response);
  if (!response.ok)
    throw new SvcApiError(`upload: part ${number} failed with status ${status}`, { status, headers: response.headers });
  context.onSent(number, file.size);
  return { number, etag: response.headers.get("etag") ?? undefined, size: file.size };
}

/** The answer, whose body is not read. @throws RefusedPart where it may be another one later */
function leaveBody(response: Response): Response {
  response.body?.cancel().catch(() => {});
  const { status } = response;
  if (status === 408 || status === 425 || status === 429 || status >= 500) throw new RefusedPart(status);
  return response;
}

async function checksum(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

const OTHER_HOST = { redirect: "manual", credentials: "omit", referrerPolicy: "no-referrer" } as const;
