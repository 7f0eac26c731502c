import {
  isNever,
  isOfType,
  isUnconstrained,
  type Json,
  type KeywordName,
  keywordsWith,
  type Schema,
  TYPE_NAMES,
  travels,
} from "@svc/model";
import type { Shape } from "@svc/schema";
import type { Direction } from "../change.ts";
import { boundsOf } from "./bounds.ts";
import { canonicalText, ruleText } from "./canonical-text.ts";
import type { Kind } from "./kinds.ts";
import type { Facts, Further, Property, Side } from "./side.ts";

/** Unions are among them only where they have too many combinations to be taken apart. */
const ANYWHERE = ["not", "if", "then", "else", "oneOf", "anyOf"] as const;

/** Keywords of which facts of their own tell. */
const TOLD: ReadonlySet<string> = new Set(
  "format pattern properties additionalProperties required items prefixItems".split(" "),
);

/** The other keywords that say something of a kind, which are compared as text. */
const RARE: ReadonlyMap<Kind, readonly KeywordName[]> = new Map(
  (["any", ...TYPE_NAMES] as const).map((kind) => {
    const type = kind === "integer" ? "number" : kind;
    const own = keywordsWith(({ of, limit }) => of === type && limit === undefined).filter((name) => !TOLD.has(name));
    return [kind, kind === "null" ? [] : [...ANYWHERE, ...own]];
  }),
);

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

/** Everything that the leaves together require of values of one type: what their shape says of it. */
export function factsOf(given: readonly Schema[], kind: Kind, side: Side): Facts {
  const leaves = kind === "string" ? given.map(modern) : given;
  const shape = side.shapeOf(given);
  const formats = distinct(leaves.map(({ format }) => format));
  const ofKind = (values: readonly Json[] | undefined) =>
    kind === "any" ? values : values?.filter((value) => isOfType(value, kind));
  return {
    values: ofKind(shape.values),
    known: ofKind(shape.known),
    format: kind === "object" || kind === "array" ? undefined : formats.join(" ") || undefined,
    bounds: boundsOf(shape, kind),
    patterns: kind === "string" || kind === "any" ? [...shape.patterns].sort() : [],
    properties: kind === "object" ? propertiesOf(shape, side) : new Map(),
    further: kind === "object" ? furtherOf(shape) : { kind: "undeclared" },
    items: kind === "array" ? both(defined(shape.tuples.map(({ rest }) => rest)), side) : undefined,
    prefixItems: kind === "array" ? shape.tuples.find(({ prefix }) => prefix.length > 0)?.prefix : undefined,
    rules: mergeRules(leaves, RARE.get(kind) ?? []),
  };
}

function propertiesOf({ facets, required }: Shape, side: Side): Map<string, Property> {
  const found = new Map<string, Schema[]>();
  for (const { properties } of facets)
    for (const [name, schema] of Object.entries(properties)) found.set(name, [...(found.get(name) ?? []), schema]);
  return new Map(
    [...found].flatMap(([name, schemas]) => {
      const schema = both(schemas, side);
      if (schema === undefined) return [];
      const travelsIn = (direction: Direction) => schemas.some((one) => travels(one, direction, side.model.schemas));
      return [[name, { schema, required: required.has(name), travels: travelsIn }] as const];
    }),
  );
}

function furtherOf({ facets }: Shape): Further {
  const declared = defined(facets.map(({ rest }) => rest));
  if (declared.some(isNever)) return { kind: "nothing" };
  const typed = declared.find((schema) => !isUnconstrained(schema));
  if (typed !== undefined) return { kind: "typed", schema: typed };
  return { kind: declared.length > 0 ? "anything" : "undeclared" };
}

function both([first, ...more]: readonly Schema[], side: Side): Schema | undefined {
  if (first === undefined || more.length === 0) return first;
  const merged: Schema = { allOf: [first, ...more] };
  side.adopt(merged, more.at(-1) ?? first);
  return merged;
}

/** The properties that `not` forbids, where it says nothing else of them: `not: { required: [name] }`, and any of several such. */
function forbiddenBy(not: Schema = {}): string[] | undefined {
  const { required, anyOf, properties = {}, ...rest } = not;
  const isBare = isUnconstrained(rest) && Object.values(properties).every(isUnconstrained);
  if (!isBare || (required === undefined) === (anyOf === undefined)) return undefined;
  if (required !== undefined) return required.length === 1 ? [...required] : undefined;
  const all = (anyOf ?? []).map(forbiddenBy);
  return all.every((names) => names !== undefined) ? all.flat() : undefined;
}

/** Names that are required and nothing is said of: they change no type. */
function nameless(leaves: readonly Schema[], described: ReadonlySet<string>): string[] {
  return distinct(leaves.flatMap((leaf) => leaf.required ?? [])).filter((name) => !described.has(name));
}

function mergeRules(leaves: readonly Schema[], keywords: readonly (keyof Schema)[]): Map<string, string> {
  const rules = new Map<string, string>();
  const described = new Set(leaves.flatMap((leaf) => Object.keys(leaf.properties ?? {})));
  for (const keyword of keywords) {
    const texts = distinct(
      leaves.map((leaf) => {
        if (leaf[keyword] === undefined) return undefined;
        const forbidden = keyword === "not" ? forbiddenBy(leaf.not) : undefined;
        if (forbidden === undefined) return ruleText(leaf[keyword], IS_SET.has(keyword));
        // What is not declared either, no program sends.
        return (
          forbidden
            .filter((name) => described.has(name))
            .sort()
            .join(" ") || undefined
        );
      }),
    );
    if (texts.length > 0) rules.set(keyword, texts.sort().join(" and "));
  }
  const required = keywords.includes("propertyNames") ? nameless(leaves, described).sort() : [];
  if (required.length > 0) rules.set("required", canonicalText(required));
  return rules;
}

const IS_SET: ReadonlySet<string> = new Set(["dependentRequired"]);

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(defined(values))];
}

function defined<T>(values: readonly (T | undefined)[]): T[] {
  return values.filter((value) => value !== undefined);
}
