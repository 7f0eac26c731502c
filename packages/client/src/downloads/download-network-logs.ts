import type { CallOptions } from "../call/call-options.ts";
import { checkLimit } from "../checks.ts";
import { ConfigurationError, SvcApiError } from "../errors/errors.ts";
import type { FileSource, Location } from "./open-file.ts";
import { type Download, type DownloadOptions, downloadContext } from "./options.ts";
import { resumableStream } from "./resumable-stream.ts";
import { createSlots } from "./slots.ts";

/** The fields of a batch that are used. The document may describe more of them, or none. */
export interface LogBatch {
  readonly key?: string | null;
  readonly size?: number | null;
  readonly download_url?: string | null;
  readonly download_url_expires_in_seconds?: number | null;
}

/** The fields of a listing that are used. */
export interface LogListing {
  readonly batches?: readonly LogBatch[] | null;
}

/** The methods of a client that are used. */
export interface LogClient {
  readonly sessions: {
    readonly network: {
      readonly logs: {
        get(sessionId: string | number, params?: { limit?: number }, options?: CallOptions): Promise<LogListing>;
      };
    };
  };
}

/** Options of {@link downloadNetworkLogs}. */
export interface LogDownloadOptions extends DownloadOptions {
  /** Most batches that are listed, 1 to 1000. @default 1000 */
  readonly limit?: number | undefined;
  /** Most transfers at a time, above 0. @default 4 */
  readonly concurrency?: number | undefined;
}

/**
 * Downloads the batch files of a session's network logs, in the order of the listing. The download host gets no
 * credential. Expired URLs are renewed by listing again; broken transfers are resumed.
 *
 * @throws ConfigurationError naming the invalid option, or where the listing has no download URLs
 * @throws SvcApiError where the response is no listing
 * @throws the errors of `svc.sessions.network.logs.get`
 */
export async function* downloadNetworkLogs(
  svc: LogClient,
  sessionId: string | number,
  options: LogDownloadOptions = {},
): AsyncGenerator<Download, void, void> {
  const context = downloadContext(svc, options);
  const { limit = 1000, concurrency = 4, signal, query } = options;
  const slots = createSlots(checkLimit("concurrency", concurrency));
  const list = async (): Promise<Listing> => {
    const listedAt = context.clock.now();
    const batches = readBatches(await svc.sessions.network.logs.get(sessionId, { limit }, { signal, query }));
    return { batches, listedAt, found: new Set() };
  };
  let listing = list();
  const { batches } = await listing;
  const counts = new Map<string | undefined, number>();
  for (const [index, batch] of batches.entries()) {
    const place = { key: batch.key, nth: counts.get(batch.key) ?? 0, name: batch.key ?? `batch ${index}` };
    counts.set(batch.key, place.nth + 1);
    const source: FileSource = {
      key: place.name,
      size: batch.size,
      async locate(refused) {
        const known = listing;
        const isKnown = await known.then(
          ({ found }) => !refused || !found.has(refused),
          () => false,
        );
        // Of all transfers whose addresses have expired the first lists again.
        if (!isKnown && listing === known) listing = list();
        return find(await listing, place);
      },
    };
    address(batch, source.key);
    yield { key: source.key, size: source.size, stream: resumableStream(context, source, slots) };
  }
}

/** A batch of a listing, checked. */
interface Batch {
  readonly key: string | undefined;
  readonly size: number | undefined;
  readonly url: string | undefined;
  readonly seconds: number;
}

/** One listing, and the locations that were taken from it. */
interface Listing {
  readonly batches: readonly Batch[];
  readonly listedAt: number;
  readonly found: Set<Location>;
}

/** Identifies a batch across listings: keys may be missing or repeated. */
interface Place {
  readonly key: string | undefined;
  /** Number of batches with the same key before it. */
  readonly nth: number;
  readonly name: string;
}

/** Fields of other types than documented count as missing. @throws SvcApiError where the response is no listing */
function readBatches(listing: LogListing): Batch[] {
  const batches: unknown = isObject(listing) ? (listing["batches"] ?? []) : undefined;
  if (!Array.isArray(batches) || !batches.every(isObject))
    throw new SvcApiError("network logs: expected a listing with a list of batches");
  return batches.map(({ key, size, download_url: url, download_url_expires_in_seconds: seconds }) => ({
    key: typeof key === "string" ? key : undefined,
    size: typeof size === "number" ? size : undefined,
    url: typeof url === "string" ? url : undefined,
    seconds: typeof seconds === "number" ? seconds : Infinity,
  }));
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null;
}

function find({ batches, listedAt, found }: Listing, { key, nth, name }: Place): Location {
  const batch = batches.filter((other) => other.key === key)[nth];
  if (!batch) throw new ConfigurationError(`${name}: no longer listed`);
  const location = { url: address(batch, name), expiresAt: listedAt + batch.seconds * 1000 };
  found.add(location);
  return location;
}

function address({ url }: Batch, name: string): string {
  if (url) return url;
  throw new ConfigurationError(
    `${name}: listed without download_url. Ask for the URLs with the parameter that includes them, whose name is not documented: { query: { NAME: true } }`,
  );
}
