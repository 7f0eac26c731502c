import { ConfigurationError } from "../errors/configuration-error.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import { SvcApiError } from "../errors/svc-api-error.ts";
import { isSafeAddress } from "../runtime/options.ts";
import type { FileSource, Location } from "./file-source.ts";
import type { Surroundings } from "./options.ts";

/** What is known of a transfer, over all of its attempts. */
export interface Transfer {
  readonly source: FileSource;
  location: Location | undefined;
  /** Bytes handed out. */
  received: number;
  /** Bytes of the file as its host says; `undefined` where it does not, or they are compressed. */
  total: number | undefined;
  /** What tells that it is still the same file. */
  etag: string | undefined;
  /** The same for hosts without ETags. */
  modified: string | undefined;
  /** Failures since the last byte. */
  failures: number;
  /** Its address was refused and renewed since the last byte: that is no failure once. */
  isRenewed: boolean;
}

/** A body that begins at, or `skip` bytes before, what was received. */
export interface OpenBody {
  readonly body: ReadableStream<Uint8Array> | null;
  readonly skip: number;
}

/** The address was refused: it has expired, or was never good. */
export class RefusedAddress extends Error {}

/**
 * Asks the host for the rest of a file. The request carries nothing but the range: no credential, no header of ours, and
 * so do those to where it is redirected.
 *
 * @throws RefusedAddress where another address may help; SvcApiError or ConnectionError where nothing does
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5
 */
export async function openFile(
  { fetch, options }: Surroundings,
  transfer: Transfer,
  signal: AbortSignal,
): Promise<OpenBody> {
  const { source, received, etag } = transfer;
  // Compressed on the way, ranges and lengths would be those of other bytes.
  const headers = new Headers({ "accept-encoding": "identity" });
  if (received > 0) headers.set("range", `bytes=${received}-`);
  // A weak one does not tell bytes.
  if (received > 0 && etag?.startsWith('"')) headers.set("if-range", etag);
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
    response.body?.cancel().catch(() => {});
    url = next;
  }
}

/** `user:password@` would make any host look like this one, and no runtime sends a request there. */
function checkAddress(key: string, url: string, allowInsecure: boolean | undefined): void {
  const { origin, username, password } = URL.canParse(url) ? new URL(url) : { origin: "", username: "", password: "" };
  if (username || password || !isSafeAddress(`${origin}/`, allowInsecure))
    throw new ConfigurationError(
      `${key}: expected an https address without credentials to download from (see allowInsecure)`,
    );
}

function redirection(url: string, { status, headers }: Response): string | undefined {
  const location = headers.get("location");
  const isRedirect = /^30[12378]$/.test(`${status}`) && location !== null && URL.canParse(location, url);
  return isRedirect ? new URL(location, url).href : undefined;
}

/** Takes an answer, or lets go of its body. */
function accept(transfer: Transfer, response: Response, checkSize: boolean): OpenBody {
  let taken: OpenBody | undefined;
  try {
    taken = judge(transfer, response, checkSize);
    return taken;
  } finally {
    if (!taken?.body) response.body?.cancel().catch(() => {});
  }
}

function judge(transfer: Transfer, { status, headers, body }: Response, checkSize: boolean): OpenBody {
  const { source, received } = transfer;
  const { key, size } = source;
  if (status === 408 || status === 425 || status === 429 || status >= 500) throw new TypeError(`status ${status}`);
  if (status !== 200 && (received === 0 || (status !== 206 && status !== 416))) {
    const refusal = `${key}: the download host answered ${status}`;
    if (status >= 400) throw new RefusedAddress(refusal);
    throw new SvcApiError(refusal, { status, headers });
  }
  const { from, total } = extent(status, headers);
  if (status === 416 && received !== (total ?? transfer.total ?? (checkSize ? size : undefined)))
    throw new ConnectionError(`${key}: the host does not go on after ${received} bytes${expected(size)}`);
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
  // Nothing is left: the transfer broke after the last byte.
  return status === 416 ? { body: null, skip: 0 } : { body, skip: received - from };
}

/** What to do about a size that is not the listed one. */
export function expected(size: number | undefined): string {
  return size === undefined
    ? ""
    : `, expected ${size} as listed; where that is no number of bytes, pass checkSize: false`;
}

/** First byte and length of what is sent; no length where it is compressed or not told. */
function extent(status: number, headers: Headers): { from: number; total: number | undefined } {
  const isPlain = /^(identity)?$/i.test(headers.get("content-encoding") ?? "");
  const [, from, total] = /^bytes (?:(\d+)-\d+|\*)\/(?:(\d+)|\*)$/i.exec(headers.get("content-range") ?? "") ?? [];
  const length = headers.get("content-length");
  if (status === 200) return { from: 0, total: isPlain && length && /^\d+$/.test(length) ? Number(length) : undefined };
  // A part that does not say which is none. Where the host has no more, there is no part.
  return { from: status === 416 ? 0 : Number(from ?? Infinity), total: total ? Number(total) : undefined };
}

/** Without the sign of a weak one, which hosts add where they compress. */
function opaque(etag: string): string {
  return etag.replace(/^W\//, "");
}
