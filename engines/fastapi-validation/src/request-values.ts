import { essenceOf } from "@svc/model/data";

/** Headers of a request, by lower-case name. */
export interface HeaderValues {
  /** The first value, which Starlette takes of a repeated header. */
  readonly first: (name: string) => string | undefined;
  /** All values, in order. */
  readonly all: (name: string) => readonly string[];
}

/** Reads headers; blanks around a value are removed, as HTTP parsers do. */
export function readHeaders(headers: readonly (readonly [string, string])[]): HeaderValues {
  return {
    first: (name) => {
      for (const [key, value] of headers) if (isSame(key, name)) return trimBlanks(value);
      return undefined;
    },
    all: (name) => headers.filter(([key]) => isSame(key, name)).map(([, value]) => trimBlanks(value)),
  };
}

function isSame(key: string, lowerCaseName: string): boolean {
  return key.length === lowerCaseName.length && key.toLowerCase() === lowerCaseName;
}

/** Removes blanks and tabs only: a no-break space is part of the value. */
function trimBlanks(value: string): string {
  let start = 0;
  let end = value.length;
  while (isBlank(value, start)) start += 1;
  while (isBlank(value, end - 1)) end -= 1;
  return value.slice(start, end);
}

function isBlank(text: string, index: number): boolean {
  const character = text.charCodeAt(index);
  return character === 0x20 || character === 0x09;
}

/** Parses cookies as Starlette does: split at `;`, the last of a repeated name counts, quotes are removed. */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  if (header === undefined) return cookies;
  for (const chunk of header.split(";")) {
    const equals = chunk.indexOf("=");
    const name = (equals === -1 ? "" : chunk.slice(0, equals)).trim();
    const value = (equals === -1 ? chunk : chunk.slice(equals + 1)).trim();
    if (name !== "" || value !== "") cookies.set(name, unquote(value));
  }
  return cookies;
}

/** Removes quotes and their escapes, octal ones included, as Python's `http.cookies` does. */
function unquote(value: string): string {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value;
  return value
    .slice(1, -1)
    .replace(/\\(?:([0-3][0-7][0-7])|(.))/gs, (_, octal: string | undefined, other: string) =>
      octal === undefined ? other : String.fromCharCode(Number.parseInt(octal, 8)),
    );
}

/** Values by name, each list in the order of the query; names in order of first appearance. */
export type QueryValues = ReadonlyMap<string, readonly string[]>;

/** The values of a query string or a form body, with the text that they were decoded from. */
class DecodedQuery extends Map<string, string[]> {
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }
}

const EMPTY: QueryValues = new DecodedQuery("");

/**
 * Parses a query string, without its `?`, or a form body as Starlette does with Python's `parse_qsl`: split at `&` only,
 * empty values kept, `+` is a blank, a name without `=` has the value `""`.
 */
export function parseQuery(query: string): QueryValues {
  if (query === "") return EMPTY;
  const values = new DecodedQuery(query);
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const [name, written] = splitPair(pair);
    const value = decodeQuery(written);
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return values;
}

/** The last value of a name as it was written; undefined if the values are not those of a query string or a form body. */
export function writtenValue(values: ReadonlyMap<string, unknown>, name: string): string | undefined {
  if (!(values instanceof DecodedQuery)) return undefined;
  const pair = values.text.split("&").findLast((part) => splitPair(part)[0] === name);
  return pair && splitPair(pair)[1];
}

/** A name, decoded, and its value as it was written. */
function splitPair(pair: string): readonly [name: string, value: string] {
  const equals = pair.indexOf("=");
  return equals === -1 ? [decodeQuery(pair), ""] : [decodeQuery(pair.slice(0, equals)), pair.slice(equals + 1)];
}

/** Decodes a part of a query string: `+` is a blank. */
export function decodeQuery(text: string): string {
  return percentDecode(text.includes("+") ? text.replaceAll("+", " ") : text);
}

const ESCAPES = /(?:%[0-9a-fA-F]{2})+/g;
// A byte order mark is part of the value.
const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Decodes percent-escapes as Python's `urllib.parse.unquote` does: a bad escape stays as written, and bytes that are
 * not UTF-8 become U+FFFD.
 */
export function percentDecode(text: string): string {
  return text.includes("%") ? decodeRuns(text) : text;
}

function decodeRuns(text: string): string {
  // Bytes next to an escape are ASCII and cannot continue a sequence, so each run of escapes decodes by itself.
  return text.replace(ESCAPES, (run) => {
    const bytes = new Uint8Array(run.length / 3);
    for (let index = 0; index < bytes.length; index += 1) {
      bytes[index] = Number.parseInt(run.slice(index * 3 + 1, index * 3 + 3), 16);
    }
    return UTF8.decode(bytes);
  });
}

/** The parser for bodies of a media type. */
export type MediaKind = "json" | "form" | "multipart" | "text" | "binary";

/** The kind of a media type. */
export function kindOf(mediaType: string): MediaKind {
  const essence = essenceOf(mediaType);
  if (isJson(essence)) return "json";
  if (essence === "application/x-www-form-urlencoded") return "form";
  if (essence === "multipart/form-data") return "multipart";
  return essence.startsWith("text/") ? "text" : "binary";
}

/** FastAPI takes `application/json` and `application/*+json`. */
function isJson(essence: string): boolean {
  return essence === "application/json" || (essence.startsWith("application/") && essence.endsWith("+json"));
}

/** A parameter of a media type or a disposition: the boundary of a multipart body, the name of a part. */
export function parameterOf(value: string, name: string): string | undefined {
  const pairs = value.matchAll(/;([^=;]*)=("(?:[^"\\]|\\.)*"(?=\s*(?:;|$))|[^;]*)/g);
  const given = [...pairs].findLast(([, key = ""]) => key.trim().toLowerCase() === name)?.[2]?.trim();
  const isQuoted = given !== undefined && given.length > 1 && given.startsWith('"') && given.endsWith('"');
  return isQuoted ? given.slice(1, -1).replaceAll("\\\\", "\\").replaceAll('\\"', '"') : given;
}
