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
  /** Strong ETag of the file: what tells that it is still the same. */
  etag: string | undefined;
  /** Failures since the last byte. */
  failures: number;
}

/** A body that begins at, or `skip` bytes before, what was received. */
export interface OpenBody {
  readonly body: ReadableStream<Uint8Array> | null;
  readonly skip: number;
}

/** The address was refused: it has expired, or was never good. */
export class RefusedAddress extends Error {}

/**
 * Asks the host for the rest of a file. The request carries nothing but the range: no credential, no header of ours.
 *
 * @throws RefusedAddress where another address may help; SvcApiError or ConnectionError where nothing does
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5
 */
export async function openFile(
  { fetch, options }: Surroundings,
  transfer: Transfer,
  signal: AbortSignal,
): Promise<OpenBody> {
  const { source, received } = transfer;
  const { url } = transfer.location as Location;
  if (!isSafeAddress(url, options.allowInsecure))
    throw new ConfigurationError(`${source.key}: expected an https address to download from (see allowInsecure)`);
  // Compressed on the way, ranges and lengths would be those of other bytes.
  const headers = new Headers({ "accept-encoding": "identity" });
  if (received > 0) headers.set("range", `bytes=${received}-`);
  if (received > 0 && transfer.etag) headers.set("if-range", transfer.etag);
  const response = await fetch(
    new Request(url, { headers, signal, credentials: "omit", referrerPolicy: "no-referrer" }),
  );
  try {
    return accept(transfer, response, options.checkSize ?? true);
  } catch (error) {
    response.body?.cancel().catch(() => {});
    throw error;
  }
}

function accept(transfer: Transfer, { status, headers, body }: Response, checkSize: boolean): OpenBody {
  const { source, received } = transfer;
  const { key, size } = source;
  if (status === 408 || status === 425 || status === 429 || status >= 500) throw new TypeError(`status ${status}`);
  if (status === 416) throw new ConnectionError(`${key}: the host has ${received} bytes${expected(size)}`);
  if (status !== 200 && (status !== 206 || received === 0)) {
    const refusal = `${key}: the download host answered ${status}`;
    if (status >= 400) throw new RefusedAddress(refusal);
    throw new SvcApiError(refusal, { status, headers });
  }
  const { from, total } = extent(status, headers);
  const etag = strongEtag(headers);
  const isOther = (was: unknown, is: unknown): boolean => was !== undefined && is !== undefined && was !== is;
  if (received > 0 && (isOther(transfer.etag, etag) || isOther(transfer.total, total) || from > received))
    throw new ConnectionError(`${key}: the file changed while it was downloaded`);
  if (checkSize && isOther(size, total))
    throw new ConnectionError(`${key}: the host has ${total} bytes${expected(size)}`);
  transfer.etag ??= etag;
  transfer.total ??= total;
  return { body, skip: received - from };
}

/** What to do about a size that is not the listed one. */
export function expected(size: number | undefined): string {
  return `, expected ${size} as listed; where that is no number of bytes, pass checkSize: false`;
}

/** First byte and length of what is sent; no length where it is compressed. */
function extent(status: number, headers: Headers): { from: number; total: number | undefined } {
  const isPlain = /^(identity)?$/i.test(headers.get("content-encoding") ?? "");
  if (status === 206) {
    const [, from = "-1", total] = /^bytes (\d+)-\d+\/(?:(\d+)|\*)$/i.exec(headers.get("content-range") ?? "") ?? [];
    // A part that does not say which is none.
    return {
      from: Number(from) < 0 ? Infinity : Number(from),
      total: total ? Number(total) : undefined,
    };
  }
  const length = headers.get("content-length");
  return { from: 0, total: isPlain && length && /^\d+$/.test(length) ? Number(length) : undefined };
}

function strongEtag(headers: Headers): string | undefined {
  const etag = headers.get("etag");
  return etag?.startsWith('"') ? etag : undefined;
}
