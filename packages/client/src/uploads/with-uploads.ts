import type { Addition, CallMethod, CallOptions, Session } from "../call/call.ts";
import { callMethod } from "../call/deliver.ts";
import { callHook } from "../call/hooks.ts";
import { SENT_BY } from "../call/start-call.ts";
import { checkKind, checkLimit, invalid } from "../checks.ts";
import { ConfigurationError } from "../errors/errors.ts";
import { type Fetch, isRead } from "../policies/policy.ts";
import { withOptions } from "../runtime/method-tree.ts";
import type { BodyRow, OperationRow, UploadRow } from "../table.ts";
import { sendBody } from "./send-body.ts";
import { asFile, type FileSource, hasStream, type StreamSource } from "./sources.ts";
import { type UploadBody, uploadBody, writeMultipart } from "./upload-body.ts";

/** Progress of a request with files. */
export interface UploadProgress {
  /** Bytes of the body handed to the connection; starts at 0 for each attempt. */
  readonly sent: number;
  /** Length of the body in bytes; `undefined` if the size of a file is unknown. */
  readonly total: number | undefined;
}

/**
 * Options of a call with files, in addition to those of every call. `timeoutMs` defaults to `false` here: see
 * `stallMs`. On Node.js, bodies of more than 8 MiB or of unknown length follow no redirect, because the sent bytes are
 * not kept.
 */
export interface UploadOptions {
  /**
   * Called for every chunk sent, and once when everything was sent. Not awaited; its errors and rejections are ignored.
   * In browsers, which report no progress of Blobs, only at the start and the end. @default none
   */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /**
   * Longest time without a byte sent, and longest wait for the response after the last byte, in milliseconds; then the
   * call fails with a `TimeoutError`. Above 0 and below 2^31, or `false`: no limit. @default the client's `timeoutMs`
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
type WithFiles<Body, Source> = Body extends Blob
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

/** Makes methods with binary bodies and forms send files as streams. Before all others: what they add calls the method as it is then. */
export const withUploads: Addition =
  ({ session }) =>
  (row, method) =>
    row.body?.upload ? uploading(row, session, method) : method;

function uploading(row: OperationRow, session: Session, method: CallMethod): CallMethod {
  const body = row.body as BodyRow & { readonly upload: UploadRow };
  return withOptions(row, (values, all) => {
    const bodyAt = values.length - (row.params ? 2 : 1);
    const { onProgress, stallMs, maxUploadBytes, ...options } = all as UploadOptions & CallOptions;
    const limits = { stallMs, maxUploadBytes, onProgress };
    const given = values[bodyAt];
    if (given === undefined) return method(...values, options);
    try {
      checkOptions(limits);
    } catch (error) {
      return callMethod(session, { row, operation: row.id, options: {}, run: () => Promise.reject(error) });
    }
    const upload = { row: body.upload, given, options: limits, attempts: 0 };
    // Puts the body into the request where it is sent: before that, requests are copied with their bodies.
    const send: Fetch = (request, init = {}) => {
      const fetch = session.fetch ?? globalThis.fetch;
      // A redirect may have made a GET of it.
      return isRead(request) ? fetch(request, init) : sendUpload(session, upload, { request, init, fetch });
    };
    // Stands for the body, with its type, which is sent where the document has it.
    values[bodyAt] = new Blob([], { type: asFile(given)?.type ?? "" });
    const once = hasStream(given) ? { retry: false as const } : {};
    return method(...values, { timeoutMs: false, ...options, ...once, [SENT_BY]: send });
  });
}

function checkOptions({ stallMs, maxUploadBytes = Infinity, onProgress }: UploadOptions): void {
  checkLimit("stallMs", stallMs ?? false);
  if (!(maxUploadBytes > 0)) checkLimit("maxUploadBytes", maxUploadBytes);
  if (onProgress !== undefined) checkKind("onProgress", onProgress);
}

interface Upload {
  readonly row: UploadRow;
  readonly given: unknown;
  readonly options: UploadOptions;
  attempts: number;
}

/**
 * Sends the body of an upload with the headers of a request.
 *
 * @throws ConfigurationError where the body cannot be sent, or not again
 * @throws TimeoutError where nothing is sent, or answered, for `stallMs`
 */
async function sendUpload(
  session: Pick<Session, "clock" | "random" | "timeoutMs">,
  upload: Upload,
  { request, init, fetch }: { readonly request: Request; readonly init: RequestInit; readonly fetch: Fetch },
): Promise<Response> {
  const { options } = upload;
  const { maxUploadBytes, stallMs = session.timeoutMs, onProgress } = options;
  const headers = new Headers(request.headers);
  const body = encode(upload, headers, session.random);
  if (body.isOnce && upload.attempts > 0)
    throw new ConfigurationError("body: cannot be sent twice; pass a Blob or a function");
  upload.attempts++;
  const { url, method } = request;
  return sendBody(
    { clock: session.clock, fetch, signal: init.signal, stallMs },
    {
      url,
      body,
      maxBytes: maxUploadBytes,
      fetchInit: init,
      init: { ...ofBrowser(request), method, headers },
      onBytes: (sent) => callHook(onProgress, { sent, total: body.size }),
    },
  );
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
