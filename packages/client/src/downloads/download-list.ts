import { checkLimit } from "../checks.ts";
import { ConfigurationError, SvcApiError } from "../errors/errors.ts";
import { callMethod, type DownloadRow, isObject } from "./download-item.ts";
import type { FileSource, Location } from "./open-file.ts";
import { createSlots, type Download, type DownloadOptions, downloadContext, downloadOf } from "./options.ts";
import { resumableStream } from "./resumable-stream.ts";

/** Where a document declares a list of addresses to download from. */
export interface ListDownloadRow extends DownloadRow {
  /** Keys that lead to the list in an answer. */
  readonly items: readonly string[];
  /** Noun for an item in messages. */
  readonly item: string;
  /** Field of the file's name. */
  readonly key?: string;
  /** Field of the file's size in bytes. */
  readonly size?: string;
  /** Parameter that limits the list, and the most that it may say. */
  readonly limit?: { readonly name: string; readonly most?: number };
  /** Whether the method takes parameters before its options. */
  readonly hasParams: boolean;
}

/** Options of the download of a list of files. */
export interface ListDownloadOptions extends DownloadOptions {
  /** Most files that are listed. @default as many as the document allows */
  readonly limit?: number | undefined;
  /** Most transfers at a time, above 0. @default 4 */
  readonly concurrency?: number | undefined;
}

/**
 * Downloads the files of a list, in the order of the list. The download host gets no credential. Expired URLs are
 * renewed by listing again; broken transfers are resumed.
 *
 * @throws ConfigurationError naming the invalid option, or if the list has no download URLs
 * @throws SvcApiError if the response is not a list
 * @throws the errors of the method
 */
export async function* downloadList(
  svc: object,
  row: ListDownloadRow,
  ids: readonly (string | number)[],
  options: ListDownloadOptions = {},
): AsyncGenerator<Download, void, void> {
  const context = downloadContext(svc, options);
  const { limit = row.limit?.most, concurrency = 4, signal, query } = options;
  const params = row.limit && limit !== undefined ? { [row.limit.name]: limit } : {};
  const slots = createSlots(checkLimit("concurrency", concurrency));
  const list = async (): Promise<Listing> => {
    const listedAt = context.clock.now();
    const answer = await callMethod(svc, row.method, [...ids, ...(row.hasParams ? [params] : []), { signal, query }]);
    const files = readFiles(answer, row);
    const alike = new Map<string | undefined, File[]>();
    for (const file of files) {
      const others = alike.get(file.key);
      if (others) others.push(file);
      else alike.set(file.key, [file]);
    }
    return { files, alike, listedAt, found: new Set() };
  };
  let listing = list();
  const { files } = await listing;
  const counts = new Map<string | undefined, number>();
  for (const [index, file] of files.entries()) {
    const place = { key: file.key, nth: counts.get(file.key) ?? 0, name: file.key ?? `${row.item} ${index}` };
    counts.set(file.key, place.nth + 1);
    const source: FileSource = {
      key: place.name,
      size: file.size,
      async locate(refused) {
        const known = listing;
        const isKnown = await known.then(
          ({ found }) => !refused || !found.has(refused),
          () => false,
        );
        // Of all transfers whose addresses have expired the first lists again.
        if (!isKnown && listing === known) listing = list();
        return find(await listing, place, row);
      },
    };
    address(file, source.key, row);
    yield downloadOf({ key: source.key, size: source.size, stream: resumableStream(context, source, slots) });
  }
}

/** A file of a listing, checked. */
interface File {
  readonly key: string | undefined;
  readonly size: number | undefined;
  readonly url: string | undefined;
  readonly seconds: number;
}

/** One listing, and the locations that were taken from it. */
interface Listing {
  readonly files: readonly File[];
  /** Files by key: a list may have any number of them. */
  readonly alike: ReadonlyMap<string | undefined, readonly File[]>;
  readonly listedAt: number;
  readonly found: Set<Location>;
}

/** Identifies a file across listings: keys may be missing or repeated. */
interface Place {
  readonly key: string | undefined;
  /** Number of files with the same key before it. */
  readonly nth: number;
  readonly name: string;
}

/** Fields of other types than documented count as missing. @throws SvcApiError where the response is no list */
function readFiles(answer: unknown, { items, label, key, size, url, seconds }: ListDownloadRow): File[] {
  const list = items.reduce<unknown>((found, name) => (isObject(found) ? (found[name] ?? []) : undefined), answer);
  if (!Array.isArray(list) || !list.every(isObject))
    throw new SvcApiError(`${label}: expected a listing with a list of ${items.at(-1) ?? "files"}`);
  return list.map((one) => ({
    key: textIn(one, key),
    size: numberIn(one, size),
    url: textIn(one, url),
    seconds: numberIn(one, seconds) ?? Infinity,
  }));
}

type Entry = { readonly [name: string]: unknown };

function textIn(entry: Entry, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : entry[name];
  return typeof value === "string" ? value : undefined;
}

function numberIn(entry: Entry, name: string | undefined): number | undefined {
  const value = name === undefined ? undefined : entry[name];
  return typeof value === "number" ? value : undefined;
}

function find({ alike, listedAt, found }: Listing, { key, nth, name }: Place, row: ListDownloadRow): Location {
  const file = alike.get(key)?.[nth];
  if (!file) throw new ConfigurationError(`${name}: no longer listed`);
  const location = { url: address(file, name, row), expiresAt: listedAt + file.seconds * 1000 };
  found.add(location);
  return location;
}

function address({ url: address }: File, name: string, { url }: ListDownloadRow): string {
  if (address) return address;
  throw new ConfigurationError(
    `${name}: listed without ${url}. Ask for the URLs with the parameter that includes them, whose name is not documented: { query: { NAME: true } }`,
  );
}
