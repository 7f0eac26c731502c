import type { SvcPromise } from "../call/call.ts";
import { noteFinisher } from "../clock.ts";
import { SvcApiError } from "../errors/errors.ts";
import type { ClientTable, OperationRow, PageRow } from "../table.ts";
import { argumentCount, type CallMethod, replaceMethod } from "./method-tree.ts";

/** Pages without an item in a row, which whoever iterates cannot leave. */
const MOST_EMPTY = 10_000;

/** Marks that are remembered: a longer circle goes on. */
const MOST_MARKS = 10_000;

/** Characters of all of them. */
const MOST_TEXT = 4_194_304;

/**
 * The promise of a list method. It resolves to the first page; iterated, it gives the items of all pages. Further pages
 * are requested on demand, with the same arguments and options.
 */
export interface ListPromise<Data, Item> extends SvcPromise<Data>, AsyncIterable<Item> {}

/** Type of the items at a path of a type. */
export type ItemOf<Data, Path extends readonly string[]> =
  NonNullable<Data> extends infer Value
    ? Path extends readonly [infer Key, ...infer Rest extends readonly string[]]
      ? Key extends keyof Value
        ? ItemOf<Value[Key], Rest>
        : unknown
      : Value extends readonly (infer Item)[]
        ? Item
        : unknown
    : never;

/** Makes the promises of a client's list methods iterable. A function of its own, so that only documents with lists bundle it. */
export function withPages<Client extends object>(client: Client, table: ClientTable): Client {
  for (const row of table.operations) if (row.page) wrap(client, row, row.page);
  noteFinisher(client, withPages);
  return client;
}

function wrap(client: object, row: OperationRow, page: PageRow): void {
  const hasParams = row.params !== undefined;
  const at = argumentCount(row) - (hasParams ? 1 : 0);
  replaceMethod(client, row.name, (method) => (...args) => {
    const first = method(...args);
    return Object.assign(first, {
      [Symbol.asyncIterator]: () => items({ id: row.id, method, args, at, hasParams, page }, first),
    });
  });
}

interface Listing {
  readonly id: string;
  readonly method: CallMethod;
  readonly args: readonly unknown[];
  /** Index of the object of parameters, or of the options where there is none. */
  readonly at: number;
  readonly hasParams: boolean;
  readonly page: PageRow;
}

async function* items({ id, method, args, at, hasParams, page }: Listing, first: SvcPromise<unknown>) {
  const options = (args[hasParams ? at + 1 : at] ?? {}) as { readonly query?: object };
  let params = { ...((hasParams ? args[at] : {}) as object) } as { readonly [name: string]: unknown };
  const isNew = createMarks();
  let previous = "";
  let count = 0;
  let empty = 0;
  for (let promise = first; ; ) {
    const { data, response } = await promise.withResponse();
    const found = valueAt(data, page.items);
    const list: readonly unknown[] = Array.isArray(found) ? found : [];
    // A server that gives the same page again ignores the parameters, and would do so forever.
    const text = JSON.stringify(list, plain);
    if (text === previous && list.length > 0) return;
    previous = text;
    yield* list;
    count += list.length;
    empty = list.length > 0 ? 0 : empty + 1;
    if (empty >= MOST_EMPTY) throw new SvcApiError(`${id}: ${MOST_EMPTY} pages in a row have no items`, response);
    const next = nextPart(page, { data, link: response.headers.get("link"), length: list.length, count, params });
    if (!next || !isNew(next.mark)) return;
    params = next.params;
    const more = { ...options, query: { ...options.query, ...next.query } };
    promise = method(...args.slice(0, at), ...(hasParams ? [params] : []), more);
  }
}

/** JSON has no bigint. */
function plain(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/**
 * Remembers the marks of a list's pages, so that a circle ends. A list may have more pages, or longer marks, than there is
 * memory for: then all are forgotten.
 *
 * @returns Function that adds a mark; `false`: it came before.
 */
export function createMarks(): (mark: string) => boolean {
  const marks = new Set<string>();
  let size = 0;
  return (mark) => {
    if (marks.has(mark)) return false;
    size += mark.length;
    if (marks.size === MOST_MARKS || size > MOST_TEXT) {
      marks.clear();
      size = mark.length;
    }
    marks.add(mark);
    return true;
  };
}

/** One page of a list. */
export interface Part {
  /** The body. */
  readonly data: unknown;
  /** `Link` header of the response. */
  readonly link: string | null;
  /** Number of items in this page. */
  readonly length: number;
  /** Number of items so far, including this page. */
  readonly count: number;
  /** Parameters of its request. */
  readonly params: { readonly [name: string]: unknown };
}

/** Request of the next page. */
export interface NextPart {
  readonly params: { readonly [name: string]: unknown };
  /** Additional query parameters: those of a URL. */
  readonly query: { readonly [name: string]: unknown };
  /** Identifies the page. */
  readonly mark: string;
}

/** The next page; `undefined` after the last one. */
export function nextPart(page: PageRow, part: Part): NextPart | undefined {
  const { kind, parameter = "", next, key, more } = page;
  const { data, link, params } = part;
  if (more && valueAt(data, more) === false) return undefined;
  const told = valueAt(data, next ?? [""]);
  // An address, or the cursor that one would have.
  const isCursor = kind === "cursor" || (parameter !== "" && typeof told === "string" && !/^\/|:\/\/|\?/.test(told));
  if (kind === "link" && !isCursor) return follow(next ? told : nextLink(link), params);
  const last = key && valueAt(data, [...page.items, String(part.length - 1), ...key]);
  const value = last ?? (isCursor ? told : nextNumber(page, part));
  if (value === undefined || value === null || value === "" || value === false) return undefined;
  return { params: { ...params, [parameter]: value }, query: {}, mark: String(value) };
}

function nextNumber(page: PageRow, { data, link, length, count, params }: Part): number | undefined {
  const { kind, parameter = "", first = 1, more, total = [] } = page;
  if (length === 0) return undefined;
  const size = sizeOf(page, params);
  const now = Number(params[parameter] ?? (kind === "page" ? first : 0));
  const before = kind === "offset" ? now : (now - first) * (size ?? 0);
  if (!more || valueAt(data, more) !== true) {
    // It may be a bigint, or digits.
    const all = total.length > 0 ? Number.parseFloat(valueAt(data, total) as string) : Number.NaN;
    if (all >= 0) {
      if (Math.max(before + length, count) >= all) return undefined;
    } else if (link === null ? size !== undefined && length < size : !nextLink(link)) return undefined;
  }
  return now + (kind === "page" ? 1 : length);
}

/** Size of a full page, if it is certain: a server may limit the requested size, unless the document says how. */
function sizeOf({ size = "", defaultSize, maxSize }: PageRow, params: Part["params"]): number | undefined {
  const asked = params[size];
  if (asked === undefined) return defaultSize;
  return maxSize === undefined ? undefined : Math.min(Number(asked), maxSize);
}

/** The query of a URL, or of an object with `href` (HAL); path and host stay as before. */
function follow(target: unknown, params: Part["params"]): NextPart | undefined {
  const address = Object(target) === target ? valueAt(target, ["href"]) : target;
  if (typeof address !== "string" || !URL.canParse(address, "http://localhost")) return undefined;
  const { searchParams } = new URL(address, "http://localhost");
  const keys = [...new Set(searchParams.keys())];
  if (keys.length === 0) return undefined;
  const query = Object.fromEntries(keys.map((key) => [key, searchParams.getAll(key)]));
  // Parameters of the URL replace those of the caller.
  const said = new Set(keys.map((key) => key.split("[")[0]));
  const kept = Object.fromEntries(Object.entries(params).filter(([name]) => !said.has(name)));
  return { params: kept, query, mark: address };
}

/** The URL with `rel="next"` (RFC 8288, section 3). */
function nextLink(header: string | null): string | undefined {
  const links = (header ?? "").matchAll(/<([^<>]*)>((?:\s*;\s*[\w*-]+\s*(?:=\s*(?:"[^"]*"|[^\s",;]*))?)*)/g);
  for (const [, address, parameters = ""] of links) {
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next(?![^\s;,]))/i.test(parameters)) return address;
  }
  return undefined;
}

/** The value at a path of keys; `undefined` if there is none. */
export function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (Object.hasOwn(Object(value), name) ? Object(value)[name] : undefined),
    data,
  );
}
