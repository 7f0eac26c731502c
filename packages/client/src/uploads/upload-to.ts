import { callHook } from "../call/hooks.ts";
import { abandon } from "../call/read-body.ts";
import { checkLimit, invalid, isSafeUrl } from "../checks.ts";
import { effectsOf, sleep, whenAborted } from "../clock.ts";
import type { DownloadOptions } from "../downloads/options.ts";
import { AbortedError, ConfigurationError, ConnectionError, SvcApiError, SvcError } from "../errors/errors.ts";
import { fromCause } from "../errors/redact.ts";
import { backoffMs } from "../retry/retry-decision.ts";
import { type SendingContext, sendBody } from "./send-body.ts";
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

/** A part that is to be sent. */
interface Part {
  readonly number: number;
  readonly target: UploadTarget;
  readonly file: Blob;
  readonly onBytes: (sent: number) => void;
}

/**
 * Sends a file to an address that a service signed, or its parts in parallel to several. The host gets no credential of
 * the service, and no redirect is followed. A part that fails is sent again.
 *
 * @throws ConfigurationError naming the invalid option or address; SvcApiError if the host rejects the request;
 * ConnectionError if the transfer breaks too often; AbortedError
 */
export async function uploadTo(
  svc: object,
  targets: UploadTarget | readonly UploadTarget[],
  file: Blob,
  options: UploadToOptions = {},
): Promise<UploadedPart[]> {
  const { clock, random, fetch } = effectsOf(svc);
  const { signal: given, concurrency = 4, stallMs = 60_000, maxFailures = 5, onProgress } = options;
  const most = checkLimit("maxFailures", maxFailures);
  const controller = new AbortController();
  const { signal } = controller;
  const sending: SendingContext = {
    clock,
    signal,
    fetch: (request, init) => (options.fetch ?? fetch ?? globalThis.fetch)(request, init),
    stallMs: checkLimit("stallMs", stallMs),
  };
  let all = 0;
  const parts = cut([targets].flat(), file, options).map((part): Part => {
    let before = 0;
    const onBytes = (sent: number): void => {
      all += sent - before;
      before = sent;
      callHook(onProgress, { sent: all, total: file.size });
    };
    return { ...part, onBytes };
  });
  const uploaded: UploadedPart[] = [];
  const queue = parts.values();
  const work = async (): Promise<void> => {
    for (const part of queue)
      for (let failures = 1; uploaded[part.number - 1] === undefined; failures++) {
        signal.throwIfAborted();
        try {
          uploaded[part.number - 1] = await sendPart(sending, options, part);
        } catch (error) {
          signal.throwIfAborted();
          if (isFinal(error)) throw error;
          if (failures >= most) throw broken(part, error);
          await sleep(clock, backoffMs(failures - 1, random()), signal);
        }
      }
  };
  const unlisten = whenAborted(given, () =>
    controller.abort(new AbortedError("upload: aborted by the caller", { cause: given?.reason })),
  );
  try {
    const workers = Math.min(checkLimit("concurrency", concurrency), parts.length);
    await Promise.all(Array.from({ length: Math.ceil(workers) }, work));
    return uploaded;
  } catch (error) {
    // The other parts would be sent for nothing.
    if (!signal.aborted) controller.abort(error);
    throw signal.reason;
  } finally {
    unlisten();
  }
}

function cut(targets: readonly UploadTarget[], file: Blob, options: UploadToOptions): Omit<Part, "onBytes">[] {
  const { partBytes = Math.max(1, Math.ceil(file.size / targets.length)), allowInsecure } = options;
  if (!(Number.isInteger(partBytes) && partBytes > 0)) throw invalid("partBytes", "a whole number above 0");
  const count = Math.max(1, Math.ceil(file.size / partBytes));
  if (count !== targets.length)
    throw invalid("targets", `${count} addresses, one for each part, got ${targets.length}`);
  return targets.map((target, index) => {
    if (!isSafeUrl(target.url, allowInsecure))
      throw new ConfigurationError(`targets: expected https addresses without credentials (see allowInsecure)`);
    const end = Math.min(file.size, (index + 1) * partBytes);
    return { number: index + 1, target, file: file.slice(index * partBytes, end, file.type) };
  });
}

const OTHER_HOST = { redirect: "manual", credentials: "omit", referrerPolicy: "no-referrer" } as const;

async function sendPart(
  sending: SendingContext,
  { checksumHeader, method = "PUT" }: UploadToOptions,
  { file, number, target, onBytes }: Part,
): Promise<UploadedPart> {
  const headers = new Headers(target.headers);
  if (checksumHeader) headers.set(checksumHeader, await checksum(file));
  const response = await sendBody(sending, {
    url: target.url,
    init: { ...OTHER_HOST, method, headers },
    body: uploadBody([fileOf(file)]),
    onBytes,
  });
  abandon(response.body);
  const { ok, status } = response;
  if (!ok)
    throw new SvcApiError(`upload: part ${number} failed with status ${status}`, { status, headers: response.headers });
  onBytes(file.size);
  return { number, etag: response.headers.get("etag") ?? undefined, size: file.size };
}

/** Whether the same part would fail again: not for a response that may be another one later. */
function isFinal(error: unknown): boolean {
  if (!SvcError.is(error)) return false;
  const { status = 0 } = SvcApiError.is(error) ? error : {};
  return !/^(408|425|429|5..)$/.test(`${status}`);
}

async function checksum(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

function broken({ number }: Part, error: unknown): SvcError {
  if (SvcError.is(error)) return error;
  return fromCause(ConnectionError, { operation: "upload", sent: [] }, `part ${number} broke off: ${error}`, error);
}
