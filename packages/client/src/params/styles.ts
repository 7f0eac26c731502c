import { checkNames, invalid } from "../checks.ts";
import type { BodyParts, Placed, RequestBody } from "../extras.ts";
import type { BodyRow, OperationRow, ParamRow } from "../table.ts";
import { hasJson, isOpaque, kindOf, plainValue } from "./place-params.ts";

/** Places a parameter whose row has a style, `content` or a cookie. `false`: it has none of them. */
export function placeStyled(into: Placed, name: string, given: unknown, row: ParamRow): boolean {
  const { style = "form", explode = style === "form" } = row;
  if (!row.style && row.explode === undefined && !row.json && !row.reserved && row.in !== "cookie") return false;
  const value = row.json ? JSON.stringify(given) : plainMembers(name, given);
  if (row.in === "header") into.header[name.toLowerCase()] = listText(name, value, row.explode);
  else if (row.in === "cookie") {
    const isPlain = style === "cookie";
    const text = isPlain ? listText(name, value, false) : listText(name, value, explode, encodeURIComponent);
    if (isPlain && !/^[!#-+\--:<-[\]-~]*$/.test(text))
      throw invalid(name, "a cookie's value: no blanks, quotes, commas, semicolons");
    const cookie = `${isPlain ? name : encodeURIComponent(name)}=${text}`;
    into.header["cookie"] = into.header["cookie"] ? `${into.header["cookie"]}; ${cookie}` : cookie;
  } else if (style === "querystring") into.query.push(encodeURIComponent(String(value)));
  else {
    const part = serialize(name, value, { style, explode, encode: row.reserved ? encodeReserved : encodeURIComponent });
    if (part) into.query.push(part);
  }
  return true;
}

/** Style `simple`: `a,b`; objects `k,v,k,v`, or `k=v,k=v` exploded. */
function listText(param: string, value: unknown, explode?: boolean, write: (part: string) => string = String): string {
  if (typeof value !== "object") return write(String(value));
  return membersOf(param, value as object)
    .map((entry) => (Array.isArray(value) ? entry.slice(1) : entry).map((part) => write(String(part))))
    .map((parts) => parts.join(explode ? "=" : ","))
    .join();
}

/** The members that are there. @throws ConfigurationError for lists and objects among them, for which OpenAPI has no style */
function membersOf(param: string, value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => {
    if (item && typeof item === "object") throw invalid(param, "no lists and objects within a list or an object");
    return item != null;
  });
}

/** Path segment of a parameter that has a style or `content`, or is exploded; `undefined` for others. */
export function stylePath(name: string, value: unknown, { pathStyles = {} }: OperationRow): string | undefined {
  const row = Object.hasOwn(pathStyles, name) ? pathStyles[name] : undefined;
  const { style = "simple", explode = false } = row ?? {};
  if (!row) return undefined;
  const plain = row.json ? JSON.stringify(value) : plainMembers(name, value);
  return serialize(name, plain, { style, explode, encode: encodeURIComponent });
}

/** An object whose members are plain data, as the items of a list are already: dates are text. @throws ConfigurationError for an invalid date */
function plainMembers(name: string, value: unknown): unknown {
  if (typeof value !== "object" || !value || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plainValue(name, member)]));
}

/**
 * Text of a value in a query or path by style and explode. Empty: a list or object without members.
 *
 * @see https://spec.openapis.org/oas/v3.2.0.html#style-values
 * @throws ConfigurationError for lists and objects within it, for which OpenAPI has no style
 */
function serialize(param: string, value: unknown, { style, explode, encode }: Serializing): string {
  const name = encodeURIComponent(param);
  if (style === "deepObject") return deepParts(name, value).join("&");
  const isList = typeof value !== "object" || Array.isArray(value);
  // Begin of the text, and what comes between its parts, where there are names in it and where there are none.
  const between = { simple: ",", label: ".", matrix: ";" }[style] ?? "&";
  const begin = { simple: "", label: ".", matrix: `;${name}=` }[style] ?? `${name}=`;
  const isNamed = begin.length > 1;
  // Of a value that is not exploded. Within its parts it is encoded.
  const separator = { spaceDelimited: "%20", pipeDelimited: "|" }[style] ?? ",";
  const write = (part: string): string => {
    const text = encode(part);
    if (explode || typeof value !== "object") return text;
    if (text.includes("%20") && separator === "%20") throw invalid(param, "no blanks within what blanks separate");
    return text.replaceAll(separator, encodeURIComponent);
  };
  const parts = membersOf(param, isList ? [value].flat() : (value as object)).flatMap(([key, item]) => {
    const text = write(String(item));
    if (explode) return [isList && !isNamed ? text : `${isList ? name : encodeURIComponent(key)}=${text}`];
    return isList ? [text] : [write(key), text];
  });
  if (!parts.length) return "";
  const text = explode ? (/[.;]/.test(between) ? between : "") + parts.join(between) : begin + parts.join(separator);
  // RFC 6570, section 3.2.7: an empty text has no equals sign.
  return style === "matrix" ? text.replace(/=(?=;|$)/g, "") : text;
}

interface Serializing {
  readonly style: string;
  readonly explode: boolean;
  readonly encode: (part: string) => string;
}

/**
 * The parts of a value in style `deepObject`: `a[b][c]=1`. OpenAPI defines one level of it; deeper ones, and lists, are written as
 * most services read them: a list of objects by index, a list of plain values within an object by a repeated name.
 */
function deepParts(name: string, value: unknown, depth = 0): string[] {
  if (value == null) return [];
  if (typeof value !== "object") return [`${name}=${encodeURIComponent(value as string)}`];
  return Object.entries(value).flatMap(([key, member]) => {
    const item = plainValue(name, member);
    const isRepeated = depth > 0 && Array.isArray(value) && typeof item !== "object";
    return deepParts(isRepeated ? name : `${name}[${encodeURIComponent(key)}]`, item, depth + 1);
  });
}

/** Reserved characters as they are, but for those that would end the value, or be read as a blank. */
function encodeReserved(value: string): string {
  return encodeURI(value).replace(/[&#+]/g, encodeURIComponent);
}

/** Encodes a body by its media type: JSON, a form, or as it is (text, bytes, blobs, streams). Sets the content type. */
export function encodeBody(
  { type, types = [], form = {} }: BodyRow,
  body: unknown,
  headers: { [name: string]: unknown },
): BodyParts {
  const isRange = type.includes("*");
  const isJson = /(^|[/+])json\b/i.test(type) || (isRange && isData(body));
  const own = body instanceof Blob && (isRange || types.includes(body.type)) ? body.type : "";
  headers["content-type"] = own || (!isRange ? type : isJson ? "application/json" : "application/octet-stream");
  let sent: unknown;
  if (isJson) sent = isOpaque(body) && !hasJson(body) ? undefined : JSON.stringify(body);
  else sent = isCarried(body) ? body : writtenObject(type, body, form);
  if (sent === undefined) throw invalid("body", `what ${isJson ? "JSON" : type} can hold`, body);
  // The boundary of a form is known when it is sent.
  if (sent instanceof FormData) delete headers["content-type"];
  return { body: sent as RequestBody, duplex: "half" };
}

/** Tests for a value that only JSON can carry: object, list, number or boolean. */
function isData(body: unknown): boolean {
  return Object(body) === body ? !isCarried(body) : typeof body !== "string";
}

/** Whether fetch sends what is in a value: all but objects, of which it would send `[object Object]`. */
function isCarried(body: unknown): boolean {
  if (Object(body) !== body) return typeof body !== "symbol";
  const isOther = typeof body === "function" || /^(Map|Set|Headers|Promise)$/.test(kindOf(body));
  return (isOpaque(body) && !isOther) || Symbol.asyncIterator in (body as object);
}

/** An object as a form, or the text of a date or URL; `undefined` for one that the media type cannot hold. */
function writtenObject(type: string, body: unknown, form: NonNullable<BodyRow["form"]>): unknown {
  if (typeof body !== "object" || !body || Array.isArray(body) || isOpaque(body)) return undefined;
  if (type.startsWith("multipart/")) return toFormData(body);
  if (type.endsWith("urlencoded")) return toUrlencoded(body, form);
  return hasJson(body) ? body : undefined;
}

function toFormData(body: object): FormData {
  const form = new FormData();
  for (const [name, item] of fieldsOf(body)) {
    if (item instanceof Blob) form.append(name, item);
    else form.append(name, fieldText(name, item));
  }
  return form;
}

function toUrlencoded(body: object, rows: NonNullable<BodyRow["form"]>): string {
  const into: Placed = { query: [], header: {} };
  for (const [name, value] of Object.entries(body)) {
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
    if (row && value != null) placeStyled(into, name, plainValue(name, value), row);
    else
      for (const [, item] of fieldsOf({ [name]: value }))
        into.query.push(`${new URLSearchParams([[name, fieldText(name, item)]])}`);
  }
  return into.query.join("&");
}

function fieldsOf(body: object): [string, unknown][] {
  return Object.entries(body).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((item): [string, unknown][] =>
      item == null ? [] : [[name, item]],
    ),
  );
}

function fieldText(name: string, item: unknown): string {
  const plain = plainValue(name, item);
  return typeof plain === "object" ? JSON.stringify(plain) : String(plain);
}

/** A duration in units, like `Temporal.Duration`. */
export interface DurationUnits {
  /** Number of years, from 0. */
  readonly years?: number | undefined;
  /** Number of months, from 0. */
  readonly months?: number | undefined;
  /** Number of weeks, from 0. */
  readonly weeks?: number | undefined;
  /** Number of days, from 0. */
  readonly days?: number | undefined;
  /** Number of hours, from 0. */
  readonly hours?: number | undefined;
  /** Number of minutes, from 0. */
  readonly minutes?: number | undefined;
  /** Number of seconds, from 0. */
  readonly seconds?: number | undefined;
}

/** A duration: ISO 8601 text, units (sent as ISO 8601 text), or a `Temporal.Duration`. */
export type DurationInput =
  | string
  | DurationUnits
  | {
      /** ISO 8601 text. */
      toJSON(): string;
    };

/** `{ hours: 1, minutes: 30 }` as `PT1H30M`. @throws ConfigurationError for other keys, and for values that are not numbers from 0 */
export function formatDuration(name: string, units: object): string {
  const { years, months, weeks, days, hours, minutes, seconds } = units as { [unit: string]: unknown };
  checkNames(units, ["years", "months", "weeks", "days", "hours", "minutes", "seconds"], {
    prefix: `${name}.`,
    kind: "unit",
  });
  const format = (values: unknown[], letters: string): string =>
    values.map((value, index) => (value === undefined ? "" : `${value}${letters[index]}`)).join("");
  const time = format([hours, minutes, seconds], "HMS");
  const text = `P${format([years, months, weeks, days], "YMWD")}${time && `T${time}`}`;
  if (/^P(T?[\d.]+[A-Z])+$/.test(text)) return text;
  throw invalid(name, "units like { minutes: 5 }, each a number from 0");
}
