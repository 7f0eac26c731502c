import type { Session } from "../call/call.ts";
import { callHook } from "../call/hooks.ts";
import { invalid } from "../checks.ts";
import { ConfigurationError } from "../errors/errors.ts";
import type { Fetch } from "../policies/policy.ts";
import type { UploadRow } from "../table.ts";
import { writeMultipart } from "./multipart.ts";
import type { UploadOptions } from "./options.ts";
import { sendBody } from "./send-body.ts";
import { asFile } from "./sources.ts";
import { type UploadBody, uploadBody } from "./upload-body.ts";

/** A body as the caller gave it, with what is to be done with it. */
export interface Upload {
  readonly operation: string;
  readonly row: UploadRow;
  readonly given: unknown;
  readonly options: UploadOptions;
  /** Number of attempts so far. */
  attempts: number;
}

/**
 * Sends the body of an upload with the headers of a request.
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
  const { maxUploadBytes, stallMs = session.timeoutMs, onProgress } = options;
  const headers = new Headers(request.headers);
  const body = encode(upload, headers, session.random);
  if (body.isOnce && upload.attempts > 0)
    throw new ConfigurationError(`${operation}: the body cannot be sent a second time; give a Blob, or a function`);
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
