import { conjunctsOf, deref, type Json, type Schema, type Schemas, travels, typesOf } from "@svc/model";
import { createValidate, generate, type Validate } from "@svc/schema";

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
export function sampleValue(schema: Schema, schemas: Schemas, name = "value"): Json {
  return partValue(schema, { schemas, validate: createValidate(schemas), left: MOST }, name, 0);
}

/** Characters of one sample, about: of objects that hold each other several times there would be millions. */
const MOST = 20_000;

/** Characters that each part takes of them at least. */
const LEAST = 20;

interface Making {
  readonly schemas: Schemas;
  readonly validate: Validate;
  /** Characters that may still come. */
  left: number;
}

function partValue(schema: Schema, making: Making, name: string, depth: number): Json {
  const { schemas, validate } = making;
  making.left -= LEAST;
  if (making.left <= 0) return {};
  const simple = simpleValue(schema, making, name, depth);
  if (making.left <= 0 || validate(schema, simple).length === 0) return simple;
  const made = generate(schema, { schemas, seed: 1, name, direction: "request" });
  // Of a schema that contradicts itself, nothing that holds it can be made either.
  making.left -= made === undefined || validate(schema, made).length > 0 ? MOST : JSON.stringify(made).length;
  return making.left <= 0 ? simple : (made as Json);
}

function simpleValue(schema: Schema, making: Making, name: string, depth: number): Json {
  const { schemas } = making;
  const full = deref(schema, schemas);
  const given = full.examples?.[0] ?? full.const ?? full.default ?? full.enum?.find((value) => value !== null);
  if (given !== undefined) return given;
  const branch =
    full.allOf === undefined ? (full.anyOf ?? full.oneOf)?.find((one) => !isNull(one, schemas)) : undefined;
  if (branch !== undefined && depth < 6) return partValue(branch, making, name, depth + 1);
  const type = typesOf(full).find((one) => one !== "null") ?? (full.properties || full.allOf ? "object" : "string");
  if (type === "object") return depth === 0 ? sampleBody(full, making) : sampleObject(full, making, depth);
  if (type === "array") return sampleItems(full, making, name, depth);
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
function sampleBody(schema: Schema, making: Making): Json {
  const required = sampleObject(schema, making, 0);
  if (Object.keys(Object(required)).length > 0) return required;
  const shown = Object.entries(schema.properties ?? {}).filter(([, property]) => {
    const { type, deprecated } = deref(property, making.schemas);
    const isSent = travels(property, "request", making.schemas);
    return typeof type === "string" && !/^(?:array|object|null)$/.test(type) && isSent && !deprecated;
  });
  return Object.fromEntries(shown.slice(0, SHOWN).map(([key, property]) => [key, partValue(property, making, key, 1)]));
}

/** The required properties, of all that it is composed of: what may be left out is left out. */
function sampleObject(schema: Schema, making: Making, depth: number): Json {
  if (depth > 5) return {};
  const parts = conjunctsOf(schema, making.schemas);
  const own = parts.reverse().flatMap(({ required = [], properties = {} }) =>
    required.map((key): [string, Json] => {
      const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
      return [key, partValue(property ?? {}, making, key, depth + 1)];
    }),
  );
  return Object.fromEntries(own);
}

function sampleItems({ items, minItems = 0 }: Schema, making: Making, name: string, depth: number): Json {
  if (items === undefined || depth > 5) return [];
  const item = partValue(items, making, name, depth + 1);
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
