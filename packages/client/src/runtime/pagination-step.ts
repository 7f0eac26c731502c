import type { PageRow } from "../table.ts";

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
