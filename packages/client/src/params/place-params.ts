import { CALL_OPTIONS, invalid, unknownName } from "../checks.ts";
import { ConfigurationError } from "../errors/errors.ts";
import type { OperationExtras, Placed } from "../extras.ts";
import type { OperationRow, ParamRow } from "../table.ts";

/** Dot segments, also percent-encoded any number of times: servers and proxies resolve them. */
const DOTS = "(\\.|%(25)*2e){1,2}";

const REFUSED: RegExp = /* @__PURE__ */ new RegExp(
  `^(\\{[^{}]*\\})?$|(^|[/\\\\])${DOTS}([/\\\\]|$)|[\\p{Cc}\\p{Cs}]`,
  "iu",
);
const ELSEWHERE: RegExp = /* @__PURE__ */ new RegExp(`/${DOTS}([/?#]|$)|[{}\\\\\\s]`, "i");

/**
 * Places each value where its row says; where there are no rows, in the query. `undefined` and `null` are left out.
 *
 * @throws ConfigurationError naming a parameter that has no row
 */
export function placeParams(
  into: Placed,
  values: object,
  rows?: { readonly [key: string]: ParamRow },
  extras?: OperationExtras,
): void {
  checkValues(rows ? "parameters" : "query", values);
  const known = Object.keys(rows ?? {});
  for (const key of Object.keys(values)) {
    const row = rows && Object.hasOwn(rows, key) ? rows[key] : undefined;
    const value = (values as Placeable)[key];
    if (!row && known[0] && value != null) throw unknownParameter(key, known);
    placeParam(into, row?.name ?? key, value, { row, extras });
  }
}

/** @throws ConfigurationError for values that have no names, and for a Map and the like, whose names are no keys */
export function checkValues(name: string, values: object): void {
  if (typeof values !== "object" || Symbol.iterator in values) throw invalid(name, "an object", values);
}

interface Placing {
  readonly row?: ParamRow | undefined;
  readonly extras?: OperationExtras | undefined;
}

/** Places one value as its row says, by the name that it has on the wire. `undefined` and `null` are left out. */
export function placeParam(into: Placed, name: string, value: unknown, { row, extras }: Placing = {}): void {
  if (value == null) return;
  const plain = plainValue(name, value);
  if (row && extras?.styles?.(into, name, plain, row)) return;
  if (row?.in) into.header[name.toLowerCase()] = String(plain);
  else if (typeof plain !== "object") into.query.push(pair(name, plain));
  else if (Array.isArray(plain)) placeMember(into, name, plain);
  else if (row?.duration) into.query.push(pair(name, extras?.durations?.(name, plain as object)));
  // Style `form`, exploded: the members are parameters. For objects within them OpenAPI has no style: JSON.
  else for (const member of Object.keys(plain as object)) placeMember(into, member, (plain as Placeable)[member]);
}

function unknownParameter(name: string, known: readonly string[]): ConfigurationError {
  return CALL_OPTIONS.includes(name)
    ? new ConfigurationError(`${name}: an option, not a parameter: pass it in the next argument`)
    : unknownName(name, "parameter", known, " (pass undocumented ones in the option `query`)");
}

type Placeable = { readonly [name: string]: unknown };

function placeMember(into: Placed, name: string, value: unknown): void {
  for (const item of [plainValue(name, value)].flat()) if (item != null) into.query.push(pair(name, item));
}

function pair(name: string, value: unknown): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent((typeof value === "object" ? JSON.stringify(value) : value) as string)}`;
}

/**
 * The value as plain data: objects with `toJSON` (dates, Temporal objects) in their JSON form, items of arrays likewise.
 *
 * @throws ConfigurationError for an invalid date
 */
export function plainValue(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => plainValue(name, item));
  const plain = hasJson(value) ? value.toJSON() : value;
  if (plain == null && value != null) throw invalid(name, "a valid date");
  if (typeof plain === "number" && !Number.isFinite(plain)) throw invalid(name, "a finite number", plain);
  if (isOpaque(plain)) throw invalid(name, "text, a number, a list or an object", plain);
  return plain;
}

/** Kinds of objects whose properties do not tell what they hold: written as objects they would be empty. */
const OPAQUE =
  /^(Map|Set|Headers|Promise|Blob|File|FormData|URLSearchParams|ReadableStream|DataView|\w*ArrayBuffer|\w+Array)$/;

/** Whether JSON and forms lose what a value holds, also one of another realm. */
export function isOpaque(value: unknown): boolean {
  return typeof value === "function" || OPAQUE.test(kindOf(value));
}

/** The kind of a value; `Object` for those of most classes. */
export function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** Whether a value says by itself what JSON has in its place, as dates do. */
export function hasJson(value: unknown): value is { toJSON(): unknown } {
  return typeof (value as Partial<Date> | null | undefined)?.toJSON === "function";
}

/**
 * The parts of a path argument: the items of a list, the names and values of an object, otherwise the value itself.
 * Slashes are allowed, as encoding keeps them in their segment; dot segments between them are not, as some proxies decode
 * before they resolve. A template, `{id}`, is refused: it was not filled in.
 *
 * @throws ConfigurationError naming the parameter, where a part is empty or could change the path around it, and for an
 * object where `styles` has no such parameter
 */
export function pathItems(name: string, value: unknown, styles: object = { [name]: 0 }): unknown[] {
  if (typeof value === "string" && !REFUSED.test(value)) return [value];
  if (typeof value === "object" && value && !Array.isArray(value) && !Object.hasOwn(styles, name))
    throw invalid(name, "text or a number, not an object");
  const items = Array.isArray(value)
    ? value
    : Object(value) === value
      ? // A member that is not there is left out.
        Object.entries(value as object)
          .filter(([, member]) => member != null)
          .flat()
      : [value];
  if (items.length > 0 && !items.some((item) => item == null || REFUSED.test(item))) return items;
  throw noSegment(name, ...(value ? [] : [value]));
}

function noSegment(name: string, ...got: readonly unknown[]): ConfigurationError {
  return invalid(name, "a non-empty path segment without dot segments or {template}", ...got);
}

/** Checks a path after all parameters were filled in. @throws ConfigurationError for dot segments, braces and backslashes */
export function checkAddress(address: string): string {
  if (!ELSEWHERE.test(address)) return address;
  throw invalid("path", "one below baseUrl that begins with a slash, filled in");
}

/** Fills a URL template with values, with the signature that openapi-fetch requires. */
export type PathSerializer = (template: string, values: Record<string, unknown>) => string;

/** Text of a path argument that is styled: `undefined` for one that is not. */
type Style<Row> = (name: string, value: unknown, row: Row) => string | undefined;

/**
 * A path argument as it stands in the address, by `style` where its row has one, otherwise in style `simple`, not exploded. What
 * comes out is looked at like what went in: however it was made, it is a part of its segment, and not empty.
 *
 * @throws ConfigurationError naming the parameter
 */
export function fillPart<Row extends { readonly pathStyles?: object }>(
  name: string,
  value: unknown,
  row?: Row,
  style?: Style<Row>,
): string {
  const items = pathItems(name, value, row && (row.pathStyles ?? {}));
  const text = (row && style?.(name, value, row)) ?? items.map(encodeURIComponent as () => string).join();
  if (REFUSED.test(text)) throw noSegment(name);
  return text;
}

/** Fills the parameters of an operation's path in. @throws ConfigurationError naming one that has no value, or no safe one */
export function fillBy(row?: OperationRow, style?: Style<OperationRow>): PathSerializer {
  let known = "";
  let parts: readonly string[] = [];
  return (template, values) => {
    if (template !== known) {
      known = template;
      // Text and names alternate.
      parts = template.split(/\{([^{}]+)\}/);
    }
    let url = parts[0] as string;
    for (let at = 1; at < parts.length; at += 2) {
      const name = parts[at] as string;
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      url += fillPart(name, plainValue(name, value), row, style) + parts[at + 1];
    }
    return checkAddress(url);
  };
}

/** A serializer for openapi-fetch that only gives URLs below `base`, whoever fills the template in. */
export function guardPath(base: string, fill: PathSerializer): PathSerializer {
  return (template, values) => {
    // A fragment tells operations of one address apart; it is never sent.
    const path = template.split("#", 1)[0] as string;
    const url = fill(path, values);
    const before = path.split("/");
    // A value neither empties its segment nor makes dots of it.
    if (url.split("/").some((segment, at) => segment !== before[at] && REFUSED.test(segment))) throw noSegment("path");
    // A path like `.example.org` would send the credential to another host.
    return checkAddress(url.startsWith(base) ? url : "{}");
  };
}
