import type { Effects } from "../clock.ts";
import type { DownloadOptions } from "../downloads/options.ts";
import { SvcApiError } from "../errors/errors.ts";
import { sendBody, watchProgress } from "./send-body.ts";
import { fileOf } from "./sources.ts";
import { uploadBody } from "./upload-body.ts";

/** An address to which one file, or one part of it, is sent. */
export interface UploadTarget {
  /** Address, signed by the service: https, or http on loopback. */
  readonly url: string;
  /** Headers that the signature asks for. @default none */
  readonly headers?: { readonly [name: string]: string } | undefined;
}

/** Options of an upload to signed addresses. */
export interface UploadToOptions extends Pick<DownloadOptions, "signal" | "stallMs" | "allowInsecure"> {
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
  /** Consecutive failures of a part after which the upload fails, above 0. @default 5 */
  readonly maxFailures?: number | undefined;
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

/** An attempt to send a part. */
interface Attempt {
  readonly isFirst: boolean;
  /** Bytes that the address has, or that were sent to it. */
  readonly progress: { sent: number };
}

/** Sends a part, or what the address says is missing of it. */
export async function sendPart(
  context: PartContext,
  part: Part,
  { isFirst, progress }: Attempt,
): Promise<UploadedPart> {
  const { options } = context;
  const { file, number } = part;
  const { resume } = options;
  const has = isFirst || !resume ? 0 : await ask(context, part, resume);
  progress.sent = has;
  const isRest = has > 0;
  if (isRest && has >= file.size) return { number, etag: undefined, size: file.size };
  const headers = new Headers(part.target.headers);
  if (isRest && resume === "range") headers.set("content-range", `bytes ${has}-${file.size - 1}/${file.size}`);
  if (isRest && resume === "offset") {
    headers.set("upload-offset", `${has}`);
    headers.set("content-type", "application/offset+octet-stream");
  }
  if (options.checksumHeader && !isRest) headers.set(options.checksumHeader, await checksum(file));
  const method = isRest && resume === "offset" ? "PATCH" : (options.method ?? "PUT");
  const onBytes = (sent: number): void => {
    progress.sent = has + sent;
    context.onSent(number, progress.sent);
  };
  const body = uploadBody([fileOf(isRest ? file.slice(has, file.size, file.type) : file)]);
  const response = await sendBody(context, {
    url: part.target.url,
    init: { ...OTHER_HOST, method, headers },
    body,
    onBytes,
  });
  const { status } = leaveBody(response);
  if (!response.ok)
    throw new SvcApiError(`upload: part ${number} was answered ${status}`, { status, headers: response.headers });
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

/** Bytes of a part that its address has. @throws SvcApiError where they are more than the part */
async function ask(context: PartContext, { number, target, file }: Part, resume: "range" | "offset"): Promise<number> {
  const headers = new Headers(target.headers);
  if (resume === "range") headers.set("content-range", `bytes */${file.size}`);
  const method = resume === "range" ? "PUT" : "HEAD";
  const watch = watchProgress(context.clock, context.signal, context.stallMs);
  let answer: Response;
  try {
    answer = await context.fetch(new Request(target.url, { ...OTHER_HOST, method, headers, signal: watch.signal }));
  } catch (error) {
    throw watch.stalled() ?? error;
  } finally {
    watch.end();
  }
  const { status, ok, headers: told } = leaveBody(answer);
  if (resume === "range" && (status === 200 || status === 201)) return file.size;
  // What tells nothing has nothing: the part is sent from its beginning.
  const [, last] = (status === 308 && /^bytes=0-(\d+)$/.exec(told.get("range") ?? "")) || [];
  const [offset] = (ok && /^\d+$/.exec(told.get("upload-offset") ?? "")) || [];
  const has = resume === "range" ? Number(last ?? -1) + 1 : Number(offset ?? 0);
  if (has <= file.size) return has;
  const problem = `upload: the address of part ${number} has ${has} bytes, expected at most ${file.size}`;
  throw new SvcApiError(problem, { status, headers: told });
}

const OTHER_HOST = { redirect: "manual", credentials: "omit", referrerPolicy: "no-referrer" } as const;
