import { asObject, get, type Raw, record } from "../build/raw.ts";
import type { Json } from "../model.ts";
import type { Schema } from "../schema.ts";
import { fitValue } from "./fit-value.ts";
import type { Hoister } from "./hoist.ts";
import { applyNullable } from "./nullable.ts";
import { compilePattern } from "./pattern.ts";

type Rule = (value: unknown, schema: Raw, hoister: Hoister) => unknown;

const keep: Rule = (value) => value;
const string: Rule = (value) => (typeof value === "string" ? value : undefined);
const boolean: Rule = (value) => (value === true ? true : undefined);
const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
const subschema: Rule = (value, _, hoister) => (value === null ? undefined : normalizeSchema(value, hoister));
const subschemas: Rule = (value, _, hoister) =>
  Array.isArray(value) && value.length > 0 ? value.map((item) => normalizeSchema(item, hoister)) : undefined;
const schemaMap: Rule = (value, _, hoister) =>
  record(Object.entries(asObject(value)).map(([name, item]) => [name, normalizeSchema(item, hoister)]));
const names = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.length > 0 ? [...new Set(value.filter((name) => typeof name === "string"))] : undefined;

/** The keywords of normal form, in the order they are written, with how each is made. All others are dropped. */
const RULES: readonly (readonly [keyword: string, rule: Rule])[] = [
  ["type", (value) => (Array.isArray(value) && value.length === 1 ? value[0] : value)],
  ["format", string],
  ["title", string],
  ["description", string],
  ["default", (value, schema) => fitValue(value, schema["type"])],
  ["examples", normalizeExamples],
  ["deprecated", boolean],
  ["readOnly", boolean],
  ["writeOnly", boolean],
  ["enum", normalizeEnum],
  ["const", keep],
  ["minimum", (value, schema) => (schema["exclusiveMinimum"] === true ? undefined : number(value))],
  ["maximum", (value, schema) => (schema["exclusiveMaximum"] === true ? undefined : number(value))],
  ["exclusiveMinimum", (value, schema) => (value === true ? schema["minimum"] : number(value))],
  ["exclusiveMaximum", (value, schema) => (value === true ? schema["maximum"] : number(value))],
  ["multipleOf", number],
  ["minLength", number],
  ["maxLength", number],
  ["pattern", (value) => (typeof value === "string" && compilePattern(value) !== undefined ? value : undefined)],
  ["contentMediaType", string],
  ["contentEncoding", (value, schema) => value ?? (schema["format"] === "byte" ? "base64" : undefined)],
  ["items", subschema],
  ["prefixItems", subschemas],
  ["contains", subschema],
  ["minContains", number],
  ["maxContains", number],
  ["minItems", number],
  ["maxItems", number],
  ["uniqueItems", boolean],
  ["properties", schemaMap],
  ["patternProperties", normalizePatternProperties],
  ["additionalProperties", subschema],
  ["unevaluatedProperties", subschema],
  ["unevaluatedItems", subschema],
  ["propertyNames", subschema],
  ["required", names],
  [
    "dependentRequired",
    (value) => record(Object.entries(asObject(value)).map(([name, list]) => [name, names(list) ?? []])),
  ],
  ["dependentSchemas", schemaMap],
  ["minProperties", number],
  ["maxProperties", number],
  ["allOf", subschemas],
  ["anyOf", subschemas],
  ["oneOf", subschemas],
  ["not", subschema],
  ["if", subschema],
  ["then", subschema],
  ["else", subschema],
  ["discriminator", normalizeDiscriminator],
];

/** A Schema Object of OpenAPI 3.0 or 3.1 in normal form: new plain data. See {@link Schema}. */
export function normalizeSchema(value: unknown, hoister: Hoister): Schema {
  if (value === false) return { not: {} };
  const raw = asObject(value);
  const isReference = Object.hasOwn(raw, "$ref") || Object.hasOwn(raw, "$dynamicRef");
  // Beside a `$ref`, 3.0 has nothing: the Reference Object "cannot be extended".
  if (isReference && hoister.is30) return hoister.reference(raw);
  const own = normalizeKeywords(raw, hoister);
  if (!isReference) return own;
  const target = hoister.reference(raw);
  if (Object.keys(own).length === 0) return target;
  return Object.hasOwn(target, "$ref") ? { ...target, ...own } : { allOf: [target], ...own };
}

function normalizeKeywords(raw: Raw, hoister: Hoister): Schema {
  const result: [string, unknown][] = [];
  for (const [keyword, rule] of RULES) {
    const value = get(raw, keyword === "examples" && !Object.hasOwn(raw, keyword) ? "example" : keyword);
    if (value === undefined && keyword !== "contentEncoding") continue;
    const normal = rule(value, raw, hoister);
    if (normal !== undefined) result.push([keyword, normal]);
  }
  for (const [keyword, value] of Object.entries(raw)) if (keyword.startsWith("x-svc-")) result.push([keyword, value]);
  const schema = record(result) as Schema;
  if (schema.enum?.length === 0) return never(schema);
  return hoister.is30 && raw["nullable"] === true ? applyNullable(schema) : schema;
}

/** An empty list of values: nothing is valid. */
function never({ title, description }: Schema): Schema {
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }), not: {} };
}

function normalizeExamples(value: unknown, schema: Raw): readonly Json[] | undefined {
  const isList = Object.hasOwn(schema, "examples");
  if (!isList) return [value as Json];
  return Array.isArray(value) && value.length > 0 ? value : undefined;
}

/** Each value once, as the type has it: YAML authors quote numbers. */
function normalizeEnum(value: unknown, schema: Raw): readonly Json[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const byText = new Map<string, Json>();
  for (const item of value as Json[]) {
    const fitting = fitValue(item, schema["type"]) ?? item;
    byText.set(JSON.stringify(fitting), fitting);
  }
  return [...byText.values()];
}

function normalizePatternProperties(value: unknown, schema: Raw, hoister: Hoister): unknown {
  const valid = Object.entries(asObject(value)).filter(([pattern]) => compilePattern(pattern) !== undefined);
  return valid.length === 0 ? undefined : schemaMap(record(valid), schema, hoister);
}

function normalizeDiscriminator(value: unknown, _: Raw, hoister: Hoister): unknown {
  const propertyName = get(value, "propertyName");
  const mapping = get(value, "mapping");
  if (mapping === undefined) return { propertyName };
  const entries = Object.entries(asObject(mapping)).flatMap(([name, target]) => {
    const ref = typeof target === "string" ? hoister.mapping(target) : undefined;
    return ref === undefined ? [] : [[name, ref] as const];
  });
  return { propertyName, mapping: record(entries) };
}
