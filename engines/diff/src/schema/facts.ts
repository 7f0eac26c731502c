import { isOfType, type Json, type Schema, type TypeName } from "@svc/model";
import { mergeBounds } from "./bounds.ts";
import { canonicalText, ruleText } from "./canonical-text.ts";
import { valuesOf } from "./kinds.ts";
import type { Facts, Further, Property, Side } from "./side.ts";

/** Unions are among them only where they have too many combinations to be taken apart. */
const ANYWHERE = ["not", "if", "then", "else", "oneOf", "anyOf"] as const;

const RARE: { readonly [kind in TypeName | "any"]: readonly (keyof Schema)[] } = {
  null: [],
  boolean: ANYWHERE,
  integer: [...ANYWHERE, "multipleOf"],
  number: [...ANYWHERE, "multipleOf"],
  string: [...ANYWHERE, "contentMediaType", "contentEncoding"],
  array: [...ANYWHERE, "contains", "minContains", "maxContains", "uniqueItems", "unevaluatedItems"],
  object: [
    ...ANYWHERE,
    ...([
      "dependentRequired",
      "dependentSchemas",
      "propertyNames",
      "unevaluatedProperties",
      "patternProperties",
    ] as const),
  ],
  any: ANYWHERE,
};

/** String formats of OpenAPI 3.0, as the JSON Schema keywords that replaced them. */
const FORMATS: { readonly [format: string]: Schema } = {
  byte: { contentEncoding: "base64" },
  binary: { contentMediaType: "application/octet-stream" },
};

function modern(leaf: Schema): Schema {
  const meaning = Object.hasOwn(FORMATS, leaf.format ?? "") ? FORMATS[leaf.format ?? ""] : undefined;
  if (meaning === undefined) return leaf;
  const { format: _format, ...rest } = leaf;
  return { ...meaning, ...rest };
}

/** Merges what the leaves say: everything must hold, so the tightest counts. */
export function mergeFacts(given: readonly Schema[], kind: TypeName | "any", side: Side): Facts {
  const leaves = kind === "string" ? given.map(modern) : given;
  const isText = kind === "string" || kind === "any";
  const isObject = kind === "object";
  return {
    values: mergeValues(leaves.map(valuesOf), kind),
    known: mergeValues(
      leaves.map((leaf) => leaf["x-svc-known"]),
      kind,
    ),
    format:
      distinct(leaves.map(({ format }) => (kind === "object" || kind === "array" ? undefined : format))).join(" ") ||
      undefined,
    bounds: mergeBounds(leaves, kind),
    patterns: isText ? distinct(leaves.map(({ pattern }) => pattern)).sort() : [],
    properties: isObject ? mergeProperties(leaves, side) : new Map(),
    further: isObject ? mergeFurther(leaves) : { kind: "undeclared" },
    items:
      kind === "array"
        ? both(
            leaves.map(({ items }) => items),
            side,
          )
        : undefined,
    prefixItems:
      kind === "array" ? leaves.find(({ prefixItems }) => prefixItems !== undefined)?.prefixItems : undefined,
    rules: mergeRules(leaves, RARE[kind]),
  };
}

function mergeValues(
  all: readonly (readonly Json[] | undefined)[],
  kind: TypeName | "any",
): readonly Json[] | undefined {
  const lists = all.filter((values) => values !== undefined);
  const [first, ...more] = lists;
  if (first === undefined) return undefined;
  const texts = more.map((values) => new Set(values.map((value) => canonicalText(value))));
  const common = first.filter((value) => texts.every((set) => set.has(canonicalText(value))));
  return kind === "any" ? common : common.filter((value) => isOfType(value, kind));
}

function mergeProperties(leaves: readonly Schema[], side: Side): Map<string, Property> {
  const required = new Set(leaves.flatMap((leaf) => leaf.required ?? []));
  const found = new Map<string, Schema[]>();
  for (const leaf of leaves)
    for (const [name, schema] of Object.entries(leaf.properties ?? {}))
      found.set(name, [...(found.get(name) ?? []), schema]);
  return new Map(
    [...found].flatMap(([name, schemas]) => {
      const schema = both(schemas, side);
      return schema === undefined ? [] : [[name, { schema, required: required.has(name) }] as const];
    }),
  );
}

function mergeFurther(leaves: readonly Schema[]): Further {
  const declared = leaves.map((leaf) => leaf.additionalProperties).filter((schema) => schema !== undefined);
  if (declared.some(isNever)) return { kind: "nothing" };
  const typed = declared.find((schema) => Object.keys(schema).some((key) => !key.startsWith("x-") && !PROSE.has(key)));
  if (typed !== undefined) return { kind: "typed", schema: typed };
  return { kind: declared.length > 0 ? "anything" : "undeclared" };
}

const PROSE = new Set(["title", "description", "examples", "deprecated"]);

/** `false` as a schema: nothing is valid. */
export function isNever({ not }: Schema): boolean {
  return not !== undefined && Object.keys(not).length === 0;
}

function both(schemas: readonly (Schema | undefined)[], side: Side): Schema | undefined {
  const [first, ...more] = schemas.filter((schema) => schema !== undefined);
  if (first === undefined || more.length === 0) return first;
  const merged: Schema = { allOf: [first, ...more] };
  side.adopt(merged, more.at(-1) ?? first);
  return merged;
}

/** Names that are required and nothing is said of: they change no type. */
function nameless(leaves: readonly Schema[]): string[] {
  const described = new Set(leaves.flatMap((leaf) => Object.keys(leaf.properties ?? {})));
  return distinct(leaves.flatMap((leaf) => leaf.required ?? [])).filter((name) => !described.has(name));
}

function mergeRules(leaves: readonly Schema[], keywords: readonly (keyof Schema)[]): Map<string, string> {
  const rules = new Map<string, string>();
  for (const keyword of keywords) {
    const texts = distinct(
      leaves.map((leaf) => (leaf[keyword] === undefined ? undefined : ruleText(leaf[keyword], IS_SET.has(keyword)))),
    );
    if (texts.length > 0) rules.set(keyword, texts.sort().join(" and "));
  }
  const required = keywords.includes("propertyNames") ? nameless(leaves).sort() : [];
  if (required.length > 0) rules.set("required", canonicalText(required));
  return rules;
}

const IS_SET: ReadonlySet<string> = new Set(["dependentRequired"]);

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}
