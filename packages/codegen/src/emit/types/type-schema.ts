import {
  conjunctsOf,
  type Discriminator,
  deref,
  isNever,
  isOfType,
  isUnconstrained,
  mapSubschemas,
  own,
  refName,
  type Schema,
  type Schemas,
  tagNames,
  typesOf,
} from "@svc/model";
import { mapChildren } from "../map-children.ts";

/** Of more than 100,000 alternatives TypeScript refuses to make an intersection; long before that it takes minutes. */
const MAX_ALTERNATIVES = 5_000;

/**
 * A schema as openapi-typescript reads it best. It treats some combinations loosely; each is rewritten to one that it
 * treats exactly, with the same meaning or a wider one (a type must never refuse a valid value):
 * - `anyOf` beside other keywords, of which it would take the union, becomes `allOf` of both;
 * - what {@link spellOut} says in properties, so that unions narrow;
 * - named properties beside patterns or typed additional ones get `unknown` for the rest: an index signature of another
 *   type would contradict them;
 * - intersections of unions that would multiply beyond what compilers take become `unknown`;
 * - an enum says it all: keywords beside it that would open or close it again are dropped, and values of other types;
 * - tuples without a type of their own may be something else, so they become arrays of what may stand in them: see `tupleType`.
 */
export function toTypeSchema(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref !== undefined) return { $ref: schema.$ref };
  if (schema.const === null) return { type: "null" };
  const { not: _not, if: _if, then: _then, else: _else, ...given } = schema;
  const rest = plainKnown(given);
  if (isNever(schema)) return { enum: [] };
  if (multiplies(schema) && countAlternatives(schema, schemas) > MAX_ALTERNATIVES) return {};
  const plain = spellOut(fitEnum(rest), schemas);
  return separateAnyOf(openTuple(openIndex(mapChildren(plain, (child) => toTypeSchema(child, schemas)))));
}

/**
 * A schema that says in properties what types and Zod have no word for, with the same meaning or a wider one:
 * - alternatives that only require or forbid properties say what these are, so that one of them has to be there;
 * - a discriminator becomes a literal property of each alternative;
 * - a list of allowed names becomes the properties of a closed object.
 */
export function spellOut(schema: Schema, schemas: Schemas): Schema {
  const { discriminator, ...plain } = sayNames(sayRequired(schema), schemas);
  return discriminator === undefined ? plain : discriminate(plain, discriminator, schemas);
}

/** An object whose names are listed, as one of such properties. */
function sayNames(schema: Schema, schemas: Schemas): Schema {
  const { propertyNames, properties = {}, additionalProperties, ...rest } = schema;
  const { enum: listed, const: only } = deref(propertyNames ?? {}, schemas);
  const names = listed ?? (only === undefined ? undefined : [only]);
  if (names === undefined || schema.patternProperties !== undefined) return schema;
  const allowed = names.filter((name) => typeof name === "string");
  const members = allowed.map((name) => [name, own(properties, name) ?? additionalProperties ?? {}] as const);
  return { ...rest, properties: Object.fromEntries(members), additionalProperties: { not: {} } };
}

/** An enum of scalars alone, of the values that the schema's type allows; an enum that holds objects or lists, as none. */
function fitEnum(schema: Schema): Schema {
  const { enum: values, properties, patternProperties, additionalProperties, items, ...rest } = schema;
  if (values === undefined) return schema;
  const types = typesOf(schema);
  const allowed = types.length === 0 ? values : values.filter((value) => types.some((type) => isOfType(value, type)));
  if (!allowed.some((value) => typeof value === "object" && value !== null)) return { ...rest, enum: allowed };
  const { enum: _, ...open } = schema;
  return open;
}

/** Alternatives that require or forbid some of the properties beside them, as objects that have these. */
function sayRequired(schema: Schema): Schema {
  const { properties = {} } = schema;
  const say = (alternative: Schema): Schema => {
    const { required = [], not, type: _, ...more } = alternative;
    const forbidden = not === undefined ? [] : requiredAlone(not);
    const names = [...required, ...(forbidden ?? [])];
    if (forbidden === undefined || names.length === 0 || !isUnconstrained(more)) return alternative;
    if (!names.every((name) => Object.hasOwn(properties, name))) return alternative;
    const present = required.map((name) => [name, properties[name] ?? {}] as const);
    const absent = forbidden.map((name) => [name, NEVER] as const);
    return { type: "object", required, properties: Object.fromEntries([...present, ...absent]) };
  };
  return mapSubschemas(schema, ALTERNATIVES, say);
}

const NEVER: Schema = { not: {} };

/** Names of which a schema requires any, and nothing else; undefined if it says more. */
function requiredAlone({ required = [], anyOf = [], type: _, ...more }: Schema): string[] | undefined {
  const isPlain = isUnconstrained(more) && (anyOf.length === 0) !== (required.length === 0) && required.length < 2;
  const names = isPlain ? [...required, ...anyOf.map(requiredAlone)] : [undefined];
  return names.includes(undefined) ? undefined : (names.flat() as string[]);
}

const ALTERNATIVES: ReadonlySet<string> = new Set(["anyOf", "oneOf"]);

/** Known values beside other parts: the type is that of the parts, since a listed type would hide them. */
function plainKnown(schema: Schema): Schema {
  const { "x-svc-known": known, ...rest } = schema;
  const isComposed = [schema.allOf, schema.anyOf, schema.oneOf].some((parts) => parts !== undefined);
  return known !== undefined && isComposed ? rest : schema;
}

/** Whether TypeScript makes an intersection of it, and not just a union. */
function multiplies({ allOf, anyOf, oneOf, properties }: Schema): boolean {
  return allOf !== undefined || ((anyOf !== undefined || oneOf !== undefined) && properties !== undefined);
}

function separateAnyOf({ anyOf, ...rest }: Schema): Schema {
  if (anyOf === undefined) return rest;
  const { title, description, deprecated, examples, default: _default, ...constraints } = rest;
  const annotations = Object.fromEntries(
    Object.entries({ title, description, deprecated, examples }).filter(([, value]) => value !== undefined),
  );
  if (!Object.keys(constraints).some((keyword) => SHAPING.has(keyword))) return { ...annotations, anyOf };
  return { ...annotations, allOf: [constraints, { anyOf }] };
}

/** Keywords from which openapi-typescript makes a type. */
const SHAPING: ReadonlySet<string> = new Set(
  "type enum const properties patternProperties additionalProperties items prefixItems allOf oneOf".split(" "),
);

function openIndex(schema: Schema): Schema {
  const named = Object.keys(schema.properties ?? {}).length > 0;
  const { patternProperties, additionalProperties } = schema;
  const closed = additionalProperties !== undefined && isFalse(additionalProperties);
  if (closed && patternProperties === undefined) {
    const { additionalProperties: _, ...rest } = schema;
    return rest;
  }
  if (!named || (patternProperties === undefined && additionalProperties === undefined)) return schema;
  const { patternProperties: _, ...rest } = schema;
  return { ...rest, additionalProperties: {} };
}

/** The schema that nothing fits, in the form of types. */
export function isFalse(schema: Schema): boolean {
  return schema.enum?.length === 0 || isNever(schema);
}

function openTuple(schema: Schema): Schema {
  const { prefixItems, items, ...rest } = schema;
  if (prefixItems === undefined || typesOf(schema).includes("array")) return schema;
  return { ...rest, items: items === undefined ? {} : { anyOf: [...prefixItems, ...(isFalse(items) ? [] : [items])] } };
}

/** Adds to each alternative of a union the values by which the discriminator names it. */
function discriminate(schema: Schema, discriminator: Discriminator, schemas: Schemas): Schema {
  const keyword = schema.oneOf === undefined ? "anyOf" : "oneOf";
  const alternatives = schema[keyword];
  if (alternatives === undefined) return schema;
  return { ...schema, [keyword]: alternatives.map((alternative) => withLiteral(alternative, discriminator, schemas)) };
}

function withLiteral(alternative: Schema, discriminator: Discriminator, schemas: Schemas): Schema {
  const { propertyName, defaultMapping } = discriminator;
  // The alternative of all other values names none.
  if (alternative.$ref === undefined || alternative.$ref === defaultMapping) return alternative;
  const property = propertyOf(alternative, propertyName, schemas);
  // An alternative that fixes the property itself needs no help, and knows better.
  if (property === undefined || property.const !== undefined || property.enum !== undefined) return alternative;
  if (!typesOf(property).includes("string")) return alternative;
  const literal: Schema = { type: "string", enum: tagNames(discriminator, alternative) };
  return {
    allOf: [alternative, { type: "object", required: [propertyName], properties: { [propertyName]: literal } }],
  };
}

function propertyOf(schema: Schema, name: string, schemas: Schemas): Schema | undefined {
  const found = conjunctsOf(schema, schemas).find((part) => Object.hasOwn(part.properties ?? {}, name));
  const own = found?.properties?.[name];
  return own && deref(own, schemas);
}

const known = new WeakMap<Schemas, Map<string, number>>();

/**
 * Of how many alternatives the type of a schema is a union, once TypeScript has multiplied intersections out. An upper
 * bound: equal alternatives are counted each. Named schemas are counted once.
 */
function countAlternatives(schema: Schema, schemas: Schemas): number {
  if (schema.$ref !== undefined) return countNamed(refName(schema.$ref), schemas);
  const sum = (parts: readonly Schema[]) => parts.reduce((total, part) => total + countAlternatives(part, schemas), 0);
  let count = Math.max(1, schema.enum?.length ?? typesOf(schema).length);
  if (schema.anyOf !== undefined) count *= sum(schema.anyOf);
  if (schema.oneOf !== undefined) count *= sum(schema.oneOf);
  for (const part of schema.allOf ?? []) count *= countAlternatives(part, schemas);
  return Math.min(count, Number.MAX_SAFE_INTEGER);
}

function countNamed(name: string, schemas: Schemas): number {
  const counts = known.get(schemas) ?? new Map<string, number>();
  known.set(schemas, counts);
  const count = counts.get(name);
  if (count !== undefined) return count;
  // Those that it leads to first, on a stack of its own: chains may be thousands long.
  const open = [name];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const target = Object.hasOwn(schemas, top) ? schemas[top]?.schema : undefined;
    // A schema that leads back to itself does so through an object or a list, and is one alternative there.
    const isEntered = counts.has(top);
    if (!isEntered) counts.set(top, 1);
    const before = isEntered || target === undefined ? [] : namesIn(target).filter((one) => !counts.has(one));
    open.push(...before);
    if (before.length > 0) continue;
    open.pop();
    if (target !== undefined) counts.set(top, countAlternatives(target, schemas));
  }
  return counts.get(name) ?? 1;
}

/** Names of the schemas of which a schema is composed. */
function namesIn({ $ref, allOf = [], anyOf = [], oneOf = [] }: Schema): string[] {
  return $ref === undefined ? [...allOf, ...anyOf, ...oneOf].flatMap(namesIn) : [refName($ref)];
}
