import { abandon } from "../call/read-body.ts";
import { isSafeUrl } from "../checks.ts";
import { ConfigurationError, ConnectionError, SvcApiError } from "../errors/errors.ts";
import type { DownloadContext } from "./options.ts";

/** Where a file can be downloaded, and until when. */
export interface Location {
  readonly url: string;
  /** Epoch milliseconds of the local clock; `Infinity` if unknown. */
  readonly expiresAt: number;
}

/** One file, and how to find it again when its URL is no longer valid. */
export interface FileSource {
  readonly key: string;
  readonly size: number | undefined;
  /** Lists again where `refused` is the latest location. @throws ConfigurationError where the listing has no URL */
  readonly locate: (refused?: Location) => Promise<Location>;
  /** Requests it of the service itself, in place of an address. */
  readonly open?: (headers: Headers, signal: AbortSignal) => Promise<Response>;
}

/** State of a transfer over all of its attempts. */
export interface Transfer {
  readonly source: FileSource;
  location: Location | undefined;
  received: number;
  /** Length of the file in bytes as its host says; `undefined` if unknown or compressed. */
  total: number | undefined;
  etag: string | undefined;
  /** Validator for hosts without ETags: Last-Modified. */
  modified: string | undefined;
  failures: number;
  /** The URL was refused and renewed since the last byte: once, that is no failure. */
  isRenewed: boolean;
}

/** A body that begins `skip` bytes before the end of what was received. */
export interface OpenBody {
  readonly body: ReadableStream<Uint8Array> | null;
  readonly skip: number;
}

/** The URL was refused: it has expired, or was never valid. */
export class RefusedAddress extends Error {}

/**
 * Requests the rest of a file. The request, and those that follow redirects, have no credential and no header but the
 * range.
 *
 * @throws RefusedAddress where another URL may help; SvcApiError or ConnectionError otherwise
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5
 */
export async function openFile(
  { fetch, options }: DownloadContext,
  transfer: Transfer,
  signal: AbortSignal,
): Promise<OpenBody> {
  const { source, received, etag } = transfer;
  // Ranges and lengths of compressed bytes would be of no use.
  const headers = new Headers({ "accept-encoding": "identity" });
  if (received > 0) headers.set("range", `bytes=${received}-`);
  // A weak ETag does not identify bytes.
  if (received > 0 && etag?.startsWith('"')) headers.set("if-range", etag);
  if (source.open) return accept(transfer, await source.open(headers, signal), options.checkSize ?? true);
  const send = (url: string, redirect: RequestRedirect): Promise<Response> =>
    fetch(new Request(url, { headers, signal, redirect, credentials: "omit", referrerPolicy: "no-referrer" }));
  let { url } = transfer.location as Location;
  for (let hops = 10; ; hops--) {
    checkAddress(source.key, url, options.allowInsecure);
    let response = await send(url, "manual");
    // Browsers do not show where a redirect leads, they can only follow it; from pages of https not to http.
    if (response.type === "opaqueredirect") response = await send(url, "follow");
    const next = hops ? redirection(url, response) : undefined;
    if (!next) return accept(transfer, response, options.checkSize ?? true);
    abandon(response.body);
    url = next;
  }
}

function checkAddress(key: string, url: string, allowInsecure: boolean | undefined): void {
  if (!isSafeUrl(url, allowInsecure))
    throw new ConfigurationError(
      `${key}: expected an https address without credentials to download from (see allowInsecure)`,
    );
}

function redirection(url: string, { status, headers }: Response): string | undefined {
  const location = headers.get("location");
  const isRedirect = /^30[12378]$/.test(`${status}`) && location !== null && URL.canParse(location, url);
  return isRedirect ? new URL(location, url).href : undefined;
}

function accept(transfer: Transfer, response: Response, checkSize: boolean): OpenBody {
  let taken: OpenBody | undefined;
  try {
    taken = judge(transfer, response, checkSize);
    return taken;
  } finally {
    if (!taken?.body) abandon(response.body);
  }
}

function judge(transfer: Transfer, { status, headers, body }: Response, checkSize: boolean): OpenBody {
  const { source, received } = transfer;
  const { key, size } = source;
  if (status === 408 || status === 425 || status === 429 || status >= 500) throw new TypeError(`status ${status}`);
  if (status !== 200 && (received === 0 || (status !== 206 && status !== 416))) {
    const refusal = `${key}: the download host returned ${status}`;
    if (status >= 400) throw new RefusedAddress(refusal);
    throw new SvcApiError(refusal, { status, headers });
  }
  const { from, total } = extent(status, headers);
  if (status === 416 && received !== (total ?? transfer.total ?? (checkSize ? size : undefined)))
    throw new ConnectionError(`${key}: the host does not resume after ${received} bytes${expected(size)}`);
  const etag = headers.get("etag") ?? undefined;
  const modified = headers.get("last-modified") ?? undefined;
  const isOther = (was: unknown, is: unknown): boolean => was !== undefined && is !== undefined && was !== is;
  const isOtherFile =
    transfer.etag && etag ? opaque(transfer.etag) !== opaque(etag) : isOther(transfer.modified, modified);
  if (received > 0 && (isOtherFile || isOther(transfer.total, total) || from > received))
    throw new ConnectionError(`${key}: the file changed while it was downloaded`);
  if (checkSize && isOther(size, total))
    throw new ConnectionError(`${key}: the host has ${total} bytes${expected(size)}`);
  transfer.etag ??= etag;
  transfer.modified ??= modified;
  transfer.total ??= total;
  // No byte is left: the transfer broke after the last byte.
  return status === 416 ? { body: null, skip: 0 } : { body, skip: received - from };
}

/** Advice for a size that differs from the listed one. */
export function expected(size: number | undefined): string {
  return size === undefined
    ? ""
    : `, expected ${size} as listed; where that is no number of bytes, pass checkSize: false`;
}

/** First byte and total length of the body; no length where it is compressed or unknown. */
function extent(status: number, headers: Headers): { from: number; total: number | undefined } {
  const isPlain = /^(identity)?$/i.test(headers.get("content-encoding") ?? "");
  const [, from, total] = /^bytes (?:(\d+)-\d+|\*)\/(?:(\d+)|\*)$/i.exec(headers.get("content-range") ?? "") ?? [];
  const length = headers.get("content-length");
  if (status === 200) return { from: 0, total: isPlain && length && /^\d+$/.test(length) ? Number(length) : undefined };
  // A part without a range is no part. After the last byte there is no part either.
  return { from: status === 416 ? 0 : Number(from ?? Infinity), total: total ? Number(total) : undefined };
}

/** Without the mark of a weak ETag, which hosts add where they compress. */
function opaque(etag: string): string {
  return etag.replace(/^W\//, "");
}
