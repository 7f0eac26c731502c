import { asObject, get, optional, type Raw, record } from "../build/raw.ts";
import { ANNOTATIONS, type Form, KEYWORDS, type KeywordName, keywordsWith, type TypeName } from "../keywords.ts";
import type { Node } from "../load/walk.ts";
import { type Json, type Schema, typesOf } from "../schema.ts";
import { fitValue, isOfType } from "./fit-value.ts";
import { compilePattern } from "./pattern.ts";

/** Gives references a named schema to lead to. */
export interface Hoister {
  readonly is30: boolean;
  /** The normal form of a reference: of the schema that holds it, without its siblings. */
  reference(holder: Raw): Schema;
  /** Where a discriminator's mapping leads: by name, or by reference. Undefined where nowhere. */
  mapping(value: string): string | undefined;
  /** Schemas without a name of their own that references lead to, by the name they get, in document order of the references. */
  readonly hoisted: ReadonlyMap<string, Node>;
}

type Rule = (value: unknown, schema: Raw, hoister: Hoister) => unknown;

const keep: Rule = (value) => value;
const text: Rule = (value) => (typeof value === "string" ? value : undefined);
const number: Rule = (value) => (typeof value === "number" ? value : undefined);
const names = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.length > 0 ? [...new Set(value.filter((name) => typeof name === "string"))] : undefined;
const schemaMap: Rule = (value, _, hoister) =>
  record(Object.entries(asObject(value)).map(([name, item]) => [name, normalizeSchema(item, hoister)]));

/** How the value of a keyword is made. */
const BY_FORM: { readonly [form in Form]: Rule } = {
  type: normalizeType,
  prose: text,
  text,
  pattern: (value) => (typeof value === "string" && compilePattern(value) !== undefined ? value : undefined),
  flag: (value) => (value === true ? true : undefined),
  number,
  exclusive: number,
  step: number,
  count: number,
  value: keep,
  values: normalizeEnum,
  list: (value) => (Array.isArray(value) && value.length > 0 ? value : undefined),
  names,
  "lists of names": (value) => record(Object.entries(asObject(value)).map(([name, list]) => [name, names(list) ?? []])),
  schema: (value, _, hoister) => (value === null ? undefined : normalizeSchema(value, hoister)),
  schemas: (value, _, hoister) =>
    Array.isArray(value) && value.length > 0 ? value.map((item) => normalizeSchema(item, hoister)) : undefined,
  "map of schemas": schemaMap,
  discriminator: normalizeDiscriminator,
};

/** Keywords that depend on others. */
const BY_NAME: { readonly [keyword in KeywordName]?: Rule } = {
  default: (value, schema) => fitValue(value, schema["type"]),
  minimum: (value, schema, hoister) =>
    schema["exclusiveMinimum"] === true ? undefined : number(value, schema, hoister),
  maximum: (value, schema, hoister) =>
    schema["exclusiveMaximum"] === true ? undefined : number(value, schema, hoister),
  exclusiveMinimum: (value, schema, hoister) => (value === true ? schema["minimum"] : number(value, schema, hoister)),
  exclusiveMaximum: (value, schema, hoister) => (value === true ? schema["maximum"] : number(value, schema, hoister)),
  patternProperties: normalizePatternProperties,
};

const RULES: ReadonlyMap<string, { readonly rank: number; readonly rule: Rule }> = new Map(
  keywordsWith(() => true).map((keyword, rank) => [
    keyword,
    { rank, rule: BY_NAME[keyword] ?? BY_FORM[KEYWORDS[keyword].form] },
  ]),
);

/** Keywords that only the model itself writes. */
const OWN: ReadonlySet<string> = new Set(["x-svc-known", "x-svc-other", "x-svc-values"]);

/**
 * A Schema Object of OpenAPI 3.0 or 3.1 in normal form: new plain data, but for values that are data themselves (examples,
 * defaults), which are the document's. See {@link Schema}.
 */
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
  return Object.hasOwn(target, "$ref") ? { ...target, ...own } : { ...own, allOf: [target, ...(own.allOf ?? [])] };
}

function normalizeType(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const types = [...new Set<unknown>(value)];
  return types.length === 1 ? types[0] : types;
}

function normalizeKeywords(raw: Raw, hoister: Hoister): Schema {
  const made: { readonly rank: number; readonly keyword: string; readonly value: unknown }[] = [];
  const make = (keyword: string, value: unknown): void => {
    const known = RULES.get(keyword);
    const normal = known?.rule(value, raw, hoister);
    if (known !== undefined && normal !== undefined) made.push({ rank: known.rank, keyword, value: normal });
    else if (keyword.startsWith("x-svc-") && !OWN.has(keyword)) made.push({ rank: RULES.size, keyword, value });
  };
  for (const keyword of Object.keys(raw)) make(keyword, raw[keyword]);
  if (Object.hasOwn(raw, "example") && !Object.hasOwn(raw, "examples")) make("examples", [raw["example"]]);
  if (raw["format"] === "byte" && !Object.hasOwn(raw, "contentEncoding")) make("contentEncoding", "base64");
  const described = describedValues(raw);
  if (described !== undefined) made.push({ rank: RULES.size, keyword: "x-svc-values", value: described });
  made.sort((a, b) => a.rank - b.rank);
  const schema: { [keyword: string]: unknown } = {};
  for (const { keyword, value } of made) schema[keyword] = value;
  if (Array.isArray(schema["enum"]) && schema["enum"].length === 0) return never(schema);
  return narrowTypes(hoister.is30 && raw["nullable"] === true ? applyNullable(schema) : schema);
}

/** Without the types that no listed value has: values have the last word, in each version of OpenAPI. */
function narrowTypes(schema: Schema): Schema {
  const { type, const: value, enum: values = value === undefined ? undefined : [value] } = schema;
  if (!Array.isArray(type) || values === undefined) return schema;
  const left = typesOf(schema).filter((name) => values.some((one) => isOfType(one, name)));
  return left.length === 0 ? schema : { ...schema, type: normalizeType(left) as readonly TypeName[] };
}

/** An empty list of values: nothing is valid. */
function never({ title, description }: Schema): Schema {
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }), not: {} };
}

/** Names and descriptions of listed values, as generators of other languages have them, by the value as JSON. */
function describedValues(raw: Raw): Schema["x-svc-values"] {
  const listOf = (...keywords: string[]): readonly unknown[] =>
    (keywords.map((keyword) => raw[keyword]).find((list) => Array.isArray(list)) as unknown[] | undefined) ?? [];
  const names = listOf("x-enum-varnames", "x-enumNames");
  const descriptions = listOf("x-enum-descriptions", "x-enumDescriptions");
  if (names.length + descriptions.length === 0 || !Array.isArray(raw["enum"])) return undefined;
  const textOf = (value: unknown): string | undefined =>
    typeof value === "string" && value !== "" ? value : undefined;
  const entries = (raw["enum"] as Json[]).map(
    (value, index) =>
      [
        JSON.stringify(fitValue(value, raw["type"]) ?? value),
        { ...optional("name", textOf(names[index])), ...optional("description", textOf(descriptions[index])) },
      ] as const,
  );
  return record(entries.filter(([, said]) => Object.keys(said).length > 0)) as Schema["x-svc-values"];
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
  const fallback = get(value, "defaultMapping");
  const defaultMapping = typeof fallback === "string" ? hoister.mapping(fallback) : undefined;
  const own = { propertyName, ...optional("defaultMapping", defaultMapping) };
  if (mapping === undefined) return own;
  const entries = Object.entries(asObject(mapping)).flatMap(([name, target]) => {
    const ref = typeof target === "string" ? hoister.mapping(target) : undefined;
    return ref === undefined ? [] : [[name, ref] as const];
  });
  return { ...own, mapping: record(entries) };
}

/**
 * `nullable: true` of OpenAPI 3.0 in the terms of JSON Schema.
 *
 * - With a type, null is one more type. An `enum` still has the last word: without null in it, null is not valid.
 * - Beside `allOf`, `anyOf` or `oneOf`, null is an alternative to all of it. Read to the letter, the clarification allows
 *   null only if every part does; but that is the only way 3.0 has to make a reference nullable, authors and other tools
 *   read it so, and a type that is too wide is safer than one that is wrong.
 * - With neither, it says nothing: a schema without a type allows null already.
 *
 * @see https://github.com/OAI/OpenAPI-Specification/blob/main/proposals/2019-10-31-Clarify-Nullable.md
 */
function applyNullable(schema: Schema): Schema {
  const types = typesOf(schema);
  if (schema.enum !== undefined && !schema.enum.includes(null)) return schema;
  if (schema.allOf !== undefined || schema.anyOf !== undefined || schema.oneOf !== undefined) {
    const keywords = Object.entries(schema);
    const annotations = keywords.filter(([keyword]) => ANNOTATIONS.has(keyword));
    const rest: Schema = Object.fromEntries(keywords.filter(([keyword]) => !ANNOTATIONS.has(keyword)));
    return { ...Object.fromEntries(annotations), anyOf: [rest, { type: "null" }] };
  }
  if (types.length === 0 || types.includes("null")) return schema;
  return { ...schema, type: [...types, "null"] };
}
