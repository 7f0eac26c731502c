import { checkLimit } from "../checks.ts";
import { ConfigurationError, SvcApiError } from "../errors/errors.ts";
import { callMethod, type DownloadRow, isObject } from "./download-item.ts";
import type { FileSource, Location } from "./open-file.ts";
import { createSlots, type Download, type DownloadOptions, downloadContext } from "./options.ts";
import { downloadOf } from "./resumable-stream.ts";

/** Where a document declares a list of addresses to download from. */
export interface ListDownloadRow extends DownloadRow {
  /** Keys that lead to the list in an answer. */
  readonly items: readonly string[];
  readonly item: string;
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
    return { files: readFiles(answer, row), listedAt, found: new Set() };
  };
  let listing = list();
  const { files } = await listing;
  for (const [id, file] of files) {
    const source: FileSource = {
      key: file.name,
      size: file.size,
      async locate(refused) {
        const known = listing;
        const isKnown = await known.then(
          ({ found }) => !refused || !found.has(refused),
          () => false,
        );
        // Of all transfers whose addresses have expired the first lists again.
        if (!isKnown && listing === known) listing = list();
        return find(await listing, id, file.name, row);
      },
    };
    address(file, file.name, row);
    yield downloadOf(context, source, slots);
  }
}

interface File {
  readonly name: string;
  readonly size: number | undefined;
  readonly url: string | undefined;
  readonly seconds: number;
}

/** One listing, and the locations that were taken from it. */
interface Listing {
  /** By key, which may be missing or repeated, and the number of files with the same key before. */
  readonly files: ReadonlyMap<string, File>;
  readonly listedAt: number;
  readonly found: Set<Location>;
}

/** Fields of other types than documented count as missing. @throws SvcApiError where the response is no list */
function readFiles(answer: unknown, row: ListDownloadRow): Map<string, File> {
  const { items, label, item, size, url, seconds } = row;
  const list = items.reduce<unknown>((found, name) => (isObject(found) ? (found[name] ?? []) : undefined), answer);
  if (!Array.isArray(list) || !list.every(isObject))
    throw new SvcApiError(`${label}: expected a listing with a list of ${items.at(-1) ?? "files"}`);
  const counts = new Map<string | undefined, number>();
  const files = new Map<string, File>();
  for (const [index, one] of list.entries()) {
    const key = fieldOf(one, row.key, "string") as string | undefined;
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    files.set(JSON.stringify([key, before]), {
      name: key ?? `${item} ${index}`,
      size: fieldOf(one, size, "number") as number | undefined,
      url: fieldOf(one, url, "string") as string | undefined,
      seconds: (fieldOf(one, seconds, "number") as number | undefined) ?? Infinity,
    });
  }
  return files;
}

function fieldOf(entry: { readonly [name: string]: unknown }, name: string | undefined, type: string): unknown {
  const value = name === undefined ? undefined : entry[name];
  return typeof value === type ? value : undefined;
}

function find({ files, listedAt, found }: Listing, id: string, name: string, row: ListDownloadRow): Location {
  const file = files.get(id);
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
