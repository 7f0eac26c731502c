import type { Schema } from "../schema.ts";
import { asObject, asString, entries, get, type Raw, record } from "./raw.ts";

export interface Normalizer {
  resolve(value: unknown, pointer: string): { value: Raw; pointer: string };
  schema(value: unknown, pointer: string): Schema;
  readonly schemas: { readonly [name: string]: Schema };
}

/** Stands in for the normalizer until it lands: plain local references, `nullable`, boolean bounds and schemas. */
export function createNormalizer(document: unknown): Normalizer {
  return {
    resolve: (value: unknown, pointer: string) => resolve(document, value, pointer),
    schema: (value: unknown, _pointer: string): Schema => normalize(value),
    schemas: record(
      entries(get(get(document, "components"), "schemas")).map(([name, schema]) => [name, normalize(schema)] as const),
    ),
  };
}

function resolve(document: unknown, value: unknown, pointer: string): { value: Raw; pointer: string } {
  const ref = asString(get(value, "$ref"));
  if (ref === undefined) return { value: asObject(value), pointer };
  let node: unknown = document;
  for (const token of ref.slice(2).split("/")) {
    node = get(node, decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return resolve(document, node, ref.slice(1));
}

const LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const MAPS = new Set(["properties", "patternProperties", "dependentSchemas"]);
const SINGLE = new Set(["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"]);

function normalize(value: unknown): Schema {
  if (value === true) return {};
  if (value === false) return { not: {} };
  const out: { [key: string]: unknown } = {};
  for (const [key, item] of entries(value)) {
    if (LISTS.has(key)) out[key] = (item as unknown[]).map(normalize);
    else if (MAPS.has(key)) out[key] = record(entries(item).map(([name, child]) => [name, normalize(child)] as const));
    else if (SINGLE.has(key)) out[key] = normalize(item);
    else out[key] = item;
  }
  return foldNullable(out);
}

function foldNullable({
  nullable,
  exclusiveMinimum,
  exclusiveMaximum,
  example,
  ...schema
}: {
  [key: string]: unknown;
}): Schema {
  const result = { ...schema } as { [key: string]: unknown };
  if (example !== undefined) result["examples"] = [example];
  if (exclusiveMinimum === true) {
    result["exclusiveMinimum"] = result["minimum"];
    delete result["minimum"];
  } else if (typeof exclusiveMinimum === "number") result["exclusiveMinimum"] = exclusiveMinimum;
  if (exclusiveMaximum === true) {
    result["exclusiveMaximum"] = result["maximum"];
    delete result["maximum"];
  } else if (typeof exclusiveMaximum === "number") result["exclusiveMaximum"] = exclusiveMaximum;
  if (nullable === true && typeof result["type"] === "string") result["type"] = [result["type"], "null"];
  return result as Schema;
}
