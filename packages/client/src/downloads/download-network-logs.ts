import { ConfigurationError } from "../errors/configuration-error.ts";
import type { CallOptions } from "../runtime/call-options.ts";
import { checkLimit } from "../runtime/options.ts";
import type { FileSource, Location } from "./file-source.ts";
import { type Download, type DownloadOptions, surroundings } from "./options.ts";
import { resumableStream } from "./resumable-stream.ts";
import { createSlots } from "./slots.ts";

/** What is used of a batch; the document may say more of it, or nothing at all. */
export interface LogBatch {
  readonly key?: string | null;
  readonly size?: number | null;
  readonly download_url?: string | null;
  readonly download_url_expires_in_seconds?: number | null;
}

/** What is used of a listing. */
export interface LogListing {
  readonly batches?: readonly LogBatch[] | null;
}

/** What is used of a client. */
export interface LogClient {
  readonly sessions: {
    readonly network: {
      readonly logs: {
        get(sessionId: string | number, params?: { limit?: number }, options?: CallOptions): Promise<LogListing>;
      };
    };
  };
}

/** How the batch files of network logs are listed and transferred. */
export interface LogDownloadOptions extends DownloadOptions {
  /** Most batches, 1 to 1000. @default 1000 */
  readonly limit?: number | undefined;
  /** Most transfers at a time. @default 4 */
  readonly concurrency?: number | undefined;
}

/**
 * The batch files of a session's network logs, in the order in which they are listed. The download host gets no
 * credential; addresses that have expired are renewed by listing again; transfers that break are resumed.
 *
 * @throws ConfigurationError naming the option that is wrong, or where the listing has no download URLs
 * @throws what the listing throws
 */
export async function* downloadNetworkLogs(
  svc: LogClient,
  sessionId: string | number,
  options: LogDownloadOptions = {},
): AsyncGenerator<Download, void, void> {
  const around = surroundings(svc, options);
  const { limit = 1000, concurrency = 4, signal, query } = options;
  const slots = createSlots(checkLimit("concurrency", concurrency));
  const list = async (): Promise<Listing> => {
    const listedAt = around.clock.now();
    const { batches } = await svc.sessions.network.logs.get(sessionId, { limit }, { signal, query });
    return { batches: batches ?? [], listedAt, found: new Set() };
  };
  let listing = list();
  const { batches } = await listing;
  for (const [index, batch] of batches.entries()) {
    const source: FileSource = {
      key: batch.key ?? `batch ${index}`,
      size: batch.size ?? undefined,
      async locate(refused) {
        const known = listing;
        const isKnown = await known.then(
          ({ found }) => !refused || !found.has(refused),
          () => false,
        );
        // Of all transfers whose addresses have expired the first lists again.
        if (!isKnown && listing === known) listing = list();
        return find(await listing, batch, index);
      },
    };
    address(batch, source.key);
    yield { key: source.key, size: source.size, stream: resumableStream(around, source, slots) };
  }
}

/** One answer of the service, and which addresses were taken from it. */
interface Listing {
  readonly batches: readonly LogBatch[];
  readonly listedAt: number;
  readonly found: Set<Location>;
}

function find({ batches, listedAt, found }: Listing, { key }: LogBatch, index: number): Location {
  const batch = batches.find((other) => key != null && other.key === key) ?? (key == null ? batches[index] : undefined);
  if (!batch) throw new ConfigurationError(`${key ?? `batch ${index}`}: no longer listed`);
  const seconds = batch.download_url_expires_in_seconds ?? Infinity;
  const location = { url: address(batch, key ?? `batch ${index}`), expiresAt: listedAt + seconds * 1000 };
  found.add(location);
  return location;
}

function address({ download_url }: LogBatch, key: string): string {
  if (download_url) return download_url;
  throw new ConfigurationError(
    `${key}: listed without download_url. Ask for the URLs with the parameter that includes them, whose name is not documented: { query: { NAME: true } }`,
  );
}
