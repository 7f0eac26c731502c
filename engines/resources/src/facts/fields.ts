import { type Json, own } from "@svc/model/data";

/** Keys of objects, outermost first, and {@link FIRST} for the one value in a list; empty: the value itself. */
export type Place = readonly string[];

/** Key of the one value that a list has: `["contacts", "0"]`. */
export const FIRST = "0";

/** The fields of a JSON object. */
export type Fields = { readonly [name: string]: Json };

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field as data, also where it is called `__proto__`. */
export function withField(fields: Fields, name: string, value: Json): Fields {
  return Object.fromEntries([...Object.entries(fields).filter(([other]) => other !== name), [name, value]]);
}

export function without(fields: Fields, names: ReadonlySet<string>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
}

/** Names as they are compared: every field of a document is, with each parameter that may ask for it. */
const canonicals: Map<string, string> = /* @__PURE__ */ new Map();
/** Names whose form is kept: a process reads few documents. */
const NAME_LIMIT = 20_000;

/** A name without case, dashes and underscores: `bookingId` and `booking_id` mean the same. */
export function canonical(name: string): string {
  const known = canonicals.get(name);
  if (known !== undefined) return known;
  if (canonicals.size >= NAME_LIMIT) canonicals.clear();
  const found = /^[a-z0-9]*$/.test(name) ? name : name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  canonicals.set(name, found);
  return found;
}

/** An id as a text and, where it is one, as a number: a bigint where a number would be another one. */
export function spellings(id: string): Json[] {
  if (!/^-?\d{1,4300}$/.test(id)) return [id];
  const number = Number(id);
  // JSON has such integers; the type has not.
  return [id, Number.isSafeInteger(number) ? number : (BigInt(id) as unknown as Json)];
}

/** The value at a place; undefined where there is none. */
export function valueAt(value: unknown, place: readonly string[]): unknown {
  return place.reduce<unknown>((found, name) => {
    if (Array.isArray(found)) return name === FIRST ? found[0] : undefined;
    return isFields(found) ? own(found, name) : undefined;
  }, value);
}

/** A value inside objects: `["data"]` gives `{ data: value }`. */
export function nested<Value>(place: readonly string[], value: Value): unknown {
  return place.reduceRight<unknown>((inner, name) => (name === FIRST ? [inner] : { [name]: inner }), value);
}

/** A copy with another value at a place. Objects that are missing on the way are made; anything else is left as it is. */
export function withValueAt(value: Json, place: readonly string[], next: Json): Json {
  const [name, ...rest] = place;
  if (name === undefined) return next;
  if (Array.isArray(value)) return name === FIRST ? [withValueAt(value[0] ?? {}, rest, next)] : value;
  if (!isFields(value)) return value;
  const before = own(value, name) ?? (rest[0] === FIRST ? [] : {});
  return withField(value, name, withValueAt(before, rest, next)) as Json;
}

/** A time in milliseconds, of a text or of seconds since the epoch. */
export function timeOf(value: unknown): number {
  if (typeof value === "string") return Date.parse(value);
  return typeof value === "number" ? (value < 1e11 ? value * 1000 : value) : Number.NaN;
}

/** Texts by which a value is asked for: itself, or the texts of the object that it is, and its id. */
export function textsOf(value: Json): string[] {
  if (!isFields(value)) return [String(value)];
  const texts = Object.entries(value).filter(([name, one]) => typeof one === "string" || name === "id");
  return texts.map(([, one]) => String(one));
}
