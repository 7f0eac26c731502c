import type { Addition, CallMethod, CallOptions, SvcPromise } from "../call/call.ts";
import { SvcApiError } from "../errors/errors.ts";
import type { OperationRow, PageRow } from "../table.ts";
import { withOptions } from "./method-tree.ts";

/** Pages without an item in a row, which whoever iterates cannot leave. */
const MOST_EMPTY = 10_000;

/** Pages that are remembered: a longer circle goes on. */
const MOST_PAGES = 10_000;

/**
 * The promise of a list method. Await it for the first page, or iterate it for the items of all pages. Further pages
 * are requested on demand, with the same arguments and options. The iteration throws an `SvcApiError` if a page
 * repeats, because the service ignores the page parameter or its links form a cycle.
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

/** Makes the promises of list methods iterable. */
export const withPages: Addition = () => (row, method) => (row.page ? iterable(row, row.page, method) : method);

function iterable(row: OperationRow, page: PageRow, method: CallMethod): CallMethod {
  return withOptions(row, (values, options) => {
    const first = method(...values, options);
    const [ids, params] = row.params ? [values.slice(0, -1), values.slice(-1)] : [values, []];
    return Object.assign(first, {
      [Symbol.asyncIterator]: () => items({ name: row.name, method, ids, params, options, page }, first),
    });
  });
}

interface Listing {
  readonly name: string;
  readonly method: CallMethod;
  /** Arguments before the object of parameters. */
  readonly ids: readonly unknown[];
  /** The object of parameters; none where the operation has none. */
  readonly params: readonly unknown[];
  readonly options: CallOptions;
  readonly page: PageRow;
}

async function* items({ name, method, ids, params: given, options, page }: Listing, first: SvcPromise<unknown>) {
  let params = { ...(given[0] as object | undefined) } as { readonly [name: string]: unknown };
  const seen = new Set<number>();
  let previous = "";
  let count = 0;
  let empty = 0;
  for (let promise = first; ; ) {
    const { data, response } = await promise.withResponse();
    const { status, headers } = response;
    const found = valueAt(data, page.items);
    const list: readonly unknown[] = Array.isArray(found) ? found : [];
    count += list.length;
    empty = list.length > 0 ? 0 : empty + 1;
    const next = nextPart(page, { data, link: headers.get("link"), length: list.length, count, params });
    const text = JSON.stringify(list, plain);
    const mark = next ? fingerprint(`${next.mark} ${text}`) : -1;
    const isRepeated = seen.has(mark);
    // Some services end a list with an empty page that leads to itself.
    if (isRepeated && empty) return;
    const problem =
      isRepeated || (text === previous && !empty)
        ? "a page came twice: the service ignores its parameter, or leads in a circle"
        : empty >= MOST_EMPTY && `${MOST_EMPTY} pages in a row have no items`;
    if (problem) throw new SvcApiError(`${name}: ${problem}`, { status, headers, operation: name });
    yield* list;
    if (!next) return;
    if (seen.size === MOST_PAGES) seen.clear();
    seen.add(mark);
    previous = text;
    params = next.params;
    const more = { ...options, query: { ...options.query, ...next.query } };
    promise = method(...ids, ...given.map(() => params), more);
  }
}

/** Number that stands for a text: pages of a list may be longer than there is memory for. Two texts rarely share one. */
function fingerprint(text: string): number {
  let high = 1;
  let low = 2;
  for (let at = 0; at < text.length; at++) {
    high = Math.imul(high ^ text.charCodeAt(at), 0x9e3779b1);
    low = Math.imul(low ^ text.charCodeAt(at), 0x5f356495);
  }
  return (high >>> 0) * 2 ** 21 + (low >>> 11);
}

/** JSON has no bigint. */
function plain(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

export interface Part {
  readonly data: unknown;
  /** `Link` header of the response. */
  readonly link: string | null;
  readonly length: number;
  /** Number of items so far, including this page. */
  readonly count: number;
  readonly params: { readonly [name: string]: unknown };
}

export interface NextPart {
  readonly params: { readonly [name: string]: unknown };
  /** Additional query parameters: those of a URL. */
  readonly query: { readonly [name: string]: unknown };
  /** Where it leads: of pages with the same items, those that lead to the same place are one. */
  readonly mark: string;
}

/** The next page; `undefined` after the last one. */
export function nextPart(page: PageRow, part: Part): NextPart | undefined {
  const { kind, parameter = "", next, key, more, done } = page;
  const { data, link, params } = part;
  if ((more && valueAt(data, more) === false) || (done && valueAt(data, done) === true)) return undefined;
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

/**
 * The query of a URL, or of an object with `href` (HAL); path and host stay as before. Without a query the next page is
 * the first once more, which the iteration reports.
 */
function follow(target: unknown, params: Part["params"]): NextPart | undefined {
  const address = Object(target) === target ? valueAt(target, ["href"]) : target;
  if (typeof address !== "string" || !URL.canParse(address, "http://localhost")) return undefined;
  const { searchParams } = new URL(address, "http://localhost");
  const keys = [...new Set(searchParams.keys())];
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
