import { checkNames, invalid } from "../checks.ts";
import type { BodyParts, Placed, RequestBody } from "../extras.ts";
import type { OperationRow, ParamRow } from "../table.ts";
import { plainValue } from "./place-params.ts";

/** Places a parameter whose row has a style, `content` or a cookie. `false`: it has none of them. */
export function placeStyled(into: Placed, name: string, given: unknown, row: ParamRow): boolean {
  const { style = "form", explode = style === "form" } = row;
  if (!row.style && row.explode === undefined && !row.json && row.in !== "cookie") return false;
  const value = row.json ? JSON.stringify(given) : plainMembers(name, given);
  if (row.in === "header") into.header[name.toLowerCase()] = listText(value, row.explode);
  else if (row.in === "cookie") {
    const isPlain = style === "cookie";
    const text = isPlain ? listText(value, false) : listText(value, explode, encodeURIComponent);
    if (isPlain && !/^[!#-+\--:<-[\]-~]*$/.test(text))
      throw invalid(name, "a cookie's value: no blanks, quotes, commas, semicolons");
    const cookie = `${isPlain ? name : encodeURIComponent(name)}=${text}`;
    into.header["cookie"] = into.header["cookie"] ? `${into.header["cookie"]}; ${cookie}` : cookie;
  } else if (style === "querystring") into.query.push(encodeURIComponent(String(value)));
  else {
    const part = serialize(name, value, style, explode);
    if (part) into.query.push(part);
  }
  return true;
}

/** Style `simple`: `a,b`; objects `k,v,k,v`, or `k=v,k=v` exploded. */
function listText(value: unknown, explode?: boolean, write: (part: string) => string = String): string {
  if (typeof value !== "object") return write(String(value));
  if (Array.isArray(value)) return value.map((item) => write(String(item))).join();
  return Object.entries(value as object)
    .map((entry) => entry.map((part) => write(String(part))).join(explode ? "=" : ","))
    .join();
}

/** Path segment of a parameter that has a style or is exploded; `undefined` for others. */
export function stylePath(name: string, value: unknown, { pathStyles = {} }: OperationRow): string | undefined {
  const row = Object.hasOwn(pathStyles, name) ? pathStyles[name] : undefined;
  return row && serialize(name, plainMembers(name, value), row.style ?? "simple", row.explode ?? false);
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
function serialize(param: string, value: unknown, style: string, explode: boolean): string {
  const name = encodeURIComponent(param);
  const isList = typeof value !== "object" || Array.isArray(value);
  const isExploded = explode || style === "deepObject";
  // Begin of the text, and what comes between its parts, where there are names in it and where there are none.
  const between = { simple: ",", label: ".", matrix: ";" }[style] ?? "&";
  const begin = { simple: "", label: ".", matrix: `;${name}=` }[style] ?? `${name}=`;
  const isNamed = begin.length > 1;
  const parts = Object.entries(isList ? [value].flat() : (value as object)).flatMap(([key, item]) => {
    if (item == null) return [];
    if (typeof item === "object") throw invalid(param, "no lists and objects within a list or an object");
    const text = encodeURIComponent(item);
    const own = isList
      ? name
      : style === "deepObject"
        ? `${name}[${encodeURIComponent(key)}]`
        : encodeURIComponent(key);
    if (isExploded) return [isList && !isNamed ? text : `${own}=${text}`];
    return isList ? [text] : [own, text];
  });
  if (!parts.length) return "";
  const text = isExploded
    ? (/[.;]/.test(between) ? between : "") + parts.join(between)
    : begin + parts.join({ spaceDelimited: "%20", pipeDelimited: "|" }[style] ?? ",");
  // RFC 6570, section 3.2.7: an empty text has no equals sign.
  return style === "matrix" ? text.replace(/=(?=;|$)/g, "") : text;
}

/** Encodes a body by its media type: JSON, a form, or as it is (text, bytes, blobs, streams). Sets the content type. */
export function encodeBody(type: string, body: unknown, headers: { [name: string]: unknown }): BodyParts {
  const isMultipart = type.startsWith("multipart/");
  const isForm = isMultipart || type.endsWith("urlencoded");
  const form = isForm ? toForm(isMultipart ? new FormData() : new URLSearchParams(), body) : body;
  const isRange = type.includes("*");
  const isJson = /(^|[/+])json\b/i.test(type) || (isRange && isData(body));
  const sent = isJson ? JSON.stringify(body) : form;
  // Of a range of types the blob knows its own.
  headers["content-type"] = !isRange
    ? type
    : isJson
      ? "application/json"
      : (body as Blob).type || "application/octet-stream";
  // The boundary of a form is known when it is sent.
  if (sent instanceof FormData) delete headers["content-type"];
  return { body: sent as RequestBody, duplex: "half" };
}

/** Tests for a value that only JSON can carry: object, list, number or boolean. */
function isData(body: unknown): boolean {
  return Object(body) === body ? /^(Object|Array)$/.test(Object(body).constructor?.name) : typeof body !== "string";
}

function toForm(form: FormData | URLSearchParams, body: unknown): unknown {
  if (Object.getPrototypeOf(body) !== Object.prototype) return body;
  for (const [name, value] of Object.entries(body as object)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item instanceof Blob) (form as FormData).append(name, item);
      else if (item != null) {
        const plain = plainValue(name, item);
        form.append(name, typeof plain === "object" ? JSON.stringify(plain) : String(plain));
      }
    }
  }
  return form;
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
