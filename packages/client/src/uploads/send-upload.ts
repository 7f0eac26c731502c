import type { Session } from "../call/call.ts";
import { invalid } from "../checks.ts";
import { ConfigurationError, TimeoutError } from "../errors/errors.ts";
import type { UploadRow } from "../table.ts";
import { writeMultipart } from "./multipart.ts";
import type { UploadOptions } from "./options.ts";
import { asFile } from "./sources.ts";
import { asBlob, readBodyPieces, type UploadBody, uploadBody } from "./upload-body.ts";

/** A body as the caller gave it, with what is to be done with it. */
export interface Upload {
  readonly operation: string;
  readonly row: UploadRow;
  readonly given: unknown;
  readonly options: UploadOptions;
  /** Number of attempts so far. */
  attempts: number;
}

type Fetch = (request: Request, init?: RequestInit) => Promise<Response>;

/**
 * Sends the body of an upload with the headers of a request. As a stream, so that nothing of it is held in memory; browsers
 * get a Blob where it is made of Blobs, because few of them send streams.
 *
 * @throws ConfigurationError where the body cannot be sent, or not again
 * @throws TimeoutError where nothing is sent, or answered, for `stallMs`
 */
export async function sendUpload(
  session: Pick<Session, "clock" | "random" | "timeoutMs">,
  upload: Upload,
  { request, init, fetch }: { readonly request: Request; readonly init: RequestInit; readonly fetch: Fetch },
): Promise<Response> {
  const { operation, options } = upload;
  const { maxUploadBytes: maxBytes = Infinity, stallMs = session.timeoutMs, onProgress } = options;
  const headers = new Headers(request.headers);
  const body = encode(upload, headers, session.random);
  if (body.isOnce && upload.attempts > 0)
    throw new ConfigurationError(`${operation}: the body cannot be sent a second time; give a Blob, or a function`);
  upload.attempts++;
  const { size: total } = body;
  const tell = (sent: number): void => void notify(onProgress, { sent, total });
  const send = (parts: { readonly body: BodyInit; readonly duplex?: "half" }, signal = init.signal ?? null) => {
    const { method, url } = request;
    const unbuffered = (total ?? Infinity) > REDIRECTED_BYTES && isNode() ? UNBUFFERED : {};
    const whole = new Request(url, {
      ...ofBrowser(request),
      ...{ method, headers, redirect: "manual" },
      ...parts,
      ...unbuffered,
    });
    return fetch(whole, { ...init, signal, ...unbuffered });
  };
  const blob = isBrowser() ? asBlob(body) : undefined;
  if (blob) {
    tell(0);
    const response = await send({ body: blob });
    tell(blob.size);
    return response;
  }
  // Without it the body is sent in chunks, which services that store files often refuse.
  if (total !== undefined) headers.set("content-length", `${total}`);
  const watch = watchProgress(session.clock, init.signal, stallMs);
  const { stream, failure, close } = readBodyPieces(body, {
    maxBytes,
    onBytes(sent) {
      watch.restart();
      tell(sent);
    },
  });
  try {
    return await send({ body: stream, duplex: "half" }, watch.signal);
  } catch (error) {
    close();
    if (watch.isStalled()) throw new TimeoutError(`${operation}: no progress for longer than stallMs (${stallMs})`);
    throw failure() ?? error;
  } finally {
    watch.end();
  }
}

/** Longest body, in bytes, that follows a redirect on Node.js. */
const REDIRECTED_BYTES = 8 * 2 ** 20;

/**
 * Node.js keeps all of a body in memory, for redirects, unless there can be none: then it sends the request itself, not a
 * copy. @see https://fetch.spec.whatwg.org/#http-network-or-cache-fetch (step 8.1)
 */
const UNBUFFERED = { redirect: "error", window: null } as const;

function isNode(): boolean {
  return globalThis.process?.versions?.["node"] !== undefined;
}

/** Sets the content type of a form, which its boundary is part of. */
function encode({ row, given, options }: Upload, headers: Headers, random: () => number): UploadBody {
  if (row.parts === undefined) return uploadBody([binary(given)], options.maxUploadBytes);
  const boundary = `svc-${[0, 1, 2].map(() => random().toString(36).slice(2)).join("")}`;
  headers.set("content-type", `multipart/form-data; boundary=${boundary}`);
  return uploadBody([...writeMultipart(given, boundary, row.parts)], options.maxUploadBytes);
}

function binary(given: unknown) {
  const isBytes = typeof given === "string" || given instanceof ArrayBuffer || ArrayBuffer.isView(given);
  const file = asFile(isBytes ? new Blob([given as BlobPart]) : given);
  if (file) return file;
  throw invalid("body", "a Blob, bytes, text, or a stream of bytes");
}

/** Features that only some runtimes have. */
function ofBrowser({ credentials, referrerPolicy }: Request): RequestInit {
  return { ...(credentials && { credentials }), ...(referrerPolicy && { referrerPolicy }) };
}

/** Whether streams are sent by HTTP/2 only, or not at all. */
function isBrowser(): boolean {
  return /^Mozilla\//.test(globalThis.navigator?.userAgent ?? "");
}

interface Watch {
  readonly signal: AbortSignal;
  readonly isStalled: () => boolean;
  restart(): void;
  end(): void;
}

/** A signal that is aborted with the given one, or when nothing has happened for a time. */
function watchProgress(clock: Session["clock"], given: AbortSignal | null | undefined, stallMs: number | false): Watch {
  const controller = new AbortController();
  let timer: unknown;
  let isStalled = false;
  const onAbort = (): void => controller.abort(given?.reason);
  const onStall = (): void => {
    isStalled = true;
    controller.abort();
  };
  const stop = (): void => {
    if (timer !== undefined) clock.clearTimeout(timer);
  };
  const restart = (): void => {
    stop();
    timer = stallMs === false ? undefined : clock.setTimeout(onStall, stallMs);
  };
  given?.addEventListener("abort", onAbort);
  if (given?.aborted) onAbort();
  restart();
  return {
    signal: controller.signal,
    isStalled: () => isStalled,
    restart,
    end() {
      stop();
      given?.removeEventListener("abort", onAbort);
    },
  };
}

async function notify(
  onProgress: UploadOptions["onProgress"],
  progress: { readonly sent: number; readonly total: number | undefined },
): Promise<void> {
  try {
    await onProgress?.(progress);
  } catch {
    // A hook cannot break an upload.
  }
}
