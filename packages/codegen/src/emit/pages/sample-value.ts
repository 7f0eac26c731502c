import { deref, type Json, type Schema, type Schemas, typesOf } from "@svc/model";
import { createValidate, generate } from "@svc/schema";

/** A duration, which methods take as `{ minutes: 5 }`. */
export const FIVE_MINUTES = "PT5M";

/** Text of a format, where text of no form would be refused. */
const FORMATS: { readonly [format: string]: string } = {
  "date-time": "2025-06-01T12:00:00Z",
  date: "2025-06-01",
  time: "12:00:00Z",
  duration: FIVE_MINUTES,
  uuid: "5a1f0c1e-8d1f-4a58-9a52-6f1b6c1b1f10",
  uri: "https://example.com/",
  email: "ada@example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
};

/**
 * A plain value for a reader to start from: an example of the document where it has one, else the simplest. Where that would be refused, by
 * a pattern or by what alternatives have in common, one that is made up.
 */
export function sampleValue(schema: Schema, schemas: Schemas, name = "value", depth = 0): Json {
  const simple = simpleValue(schema, schemas, name, depth);
  if (createValidate(schemas)(schema, simple).length === 0) return simple;
  return generate(schema, { schemas, seed: 1, name, direction: "request" }) ?? simple;
}

function simpleValue(schema: Schema, schemas: Schemas, name: string, depth: number): Json {
  const full = deref(schema, schemas);
  const given = full.examples?.[0] ?? full.const ?? full.default ?? full.enum?.find((value) => value !== null);
  if (given !== undefined) return given;
  const branch =
    full.allOf === undefined ? (full.anyOf ?? full.oneOf)?.find((one) => !isNull(one, schemas)) : undefined;
  if (branch !== undefined && depth < 6) return sampleValue(branch, schemas, name, depth + 1);
  const type = typesOf(full).find((one) => one !== "null") ?? (full.properties || full.allOf ? "object" : "string");
  if (type === "object") return depth === 0 ? sampleBody(full, schemas) : sampleObject(full, schemas, depth);
  if (type === "array") return sampleItems(full, schemas, name, depth);
  if (type === "boolean") return true;
  return type === "string" ? sampleText(full, name) : sampleNumber(full, type === "integer");
}

function isNull(schema: Schema, schemas: Schemas): boolean {
  const types = typesOf(deref(schema, schemas));
  return types.length === 1 && types[0] === "null";
}

/** Optional properties that show what there is, where none is required. */
const SHOWN = 3;

/** A whole value: an empty object would show nothing. */
function sampleBody(schema: Schema, schemas: Schemas): Json {
  const required = sampleObject(schema, schemas, 0);
  if (Object.keys(Object(required)).length > 0) return required;
  const shown = Object.entries(schema.properties ?? {}).filter(([, property]) => {
    const { type, readOnly, deprecated } = deref(property, schemas);
    return typeof type === "string" && !/^(?:array|object|null)$/.test(type) && !readOnly && !deprecated;
  });
  return Object.fromEntries(
    shown.slice(0, SHOWN).map(([key, property]) => [key, sampleValue(property, schemas, key, 1)]),
  );
}

/** The required properties: what may be left out is left out. */
function sampleObject(schema: Schema, schemas: Schemas, depth: number): Json {
  if (depth > 5) return {};
  const own = (schema.required ?? []).map((key): [string, Json] => {
    const property = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined;
    return [key, sampleValue(property ?? {}, schemas, key, depth + 1)];
  });
  const parts = (schema.allOf ?? []).map((part) => sampleObject(deref(part, schemas), schemas, depth + 1));
  return Object.assign({}, ...parts, Object.fromEntries(own)) as Json;
}

function sampleItems({ items, minItems = 0 }: Schema, schemas: Schemas, name: string, depth: number): Json {
  if (items === undefined || depth > 5) return [];
  const item = sampleValue(items, schemas, name, depth + 1);
  return Array.from({ length: Math.min(Math.max(minItems, 1), 5) }, () => item);
}

function sampleText({ format, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema, name: string): string {
  if (format !== undefined && Object.hasOwn(FORMATS, format)) return FORMATS[format] as string;
  const text = shortName(name);
  return text.padEnd(Math.min(minLength, 1000), "x").slice(0, maxLength);
}

/** `persona_id` is `p1`, anything else its own name. */
function shortName(name: string): string {
  return /^[a-z]\w*_id$|^[a-z]\w*Id$|^id$/.test(name) ? `${name[0]}1` : name;
}

function sampleNumber(schema: Schema, isWhole: boolean): number {
  const { minimum = schema.exclusiveMinimum, maximum = schema.exclusiveMaximum, multipleOf: step = 1 } = schema;
  const least = minimum ?? (maximum === undefined || maximum >= 10 ? 10 : maximum);
  const next = schema.exclusiveMinimum === undefined ? least : least + step;
  const value = Math.ceil(next / step) * step;
  return isWhole ? Math.trunc(value) : value;
}
