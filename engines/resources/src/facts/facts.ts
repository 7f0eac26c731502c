import { deref, isNever, type Json, type Schema, type Schemas, travels, typesOf } from "@svc/model/data";
import { FIRST } from "./fields.ts";

/** A property as all parts of a schema together describe it. */
export interface Property {
  readonly name: string;
  /** Every schema that a value has to fulfil, references followed. */
  readonly schemas: readonly Schema[];
  /** All of them as one. */
  readonly schema: Schema;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

const MAX_DEPTH = 8;
/** Findings about schemas, by the schemas that they refer to. */
type Known<Found> = WeakMap<Schemas, WeakMap<Schema, Found>>;

const known: Known<ReadonlyMap<string, Property>> = new WeakMap();

/** The properties that a schema names, also in its parts and alternatives. Required: in the schema itself or a part. */
export function propertiesOf(schema: Schema, schemas: Schemas): ReadonlyMap<string, Property> {
  const cache = knownOf(known, schemas);
  const found = cache.get(schema);
  if (found !== undefined) return found;
  const parts = new Map<string, Schema[]>();
  const required = new Set<string>();
  collect(schema, schemas, { parts, required, depth: 0, isSure: true, seen: new Map() });
  const properties = new Map([...parts].map(([name, given]) => [name, property(name, given, required, schemas)]));
  cache.set(schema, properties);
  return properties;
}

function property(name: string, given: readonly Schema[], required: ReadonlySet<string>, schemas: Schemas): Property {
  const [first = {}, ...others] = given;
  const schema = others.length === 0 ? first : { allOf: given };
  return {
    name,
    schemas: given.map((one) => deref(one, schemas)),
    schema,
    required: required.has(name),
    readOnly: !travels(schema, "request", schemas),
    writeOnly: !travels(schema, "response", schemas),
  };
}

interface Collected {
  readonly parts: Map<string, Schema[]>;
  readonly required: Set<string>;
  readonly depth: number;
  /** Whether what is required here is required of every value. */
  readonly isSure: boolean;
  /** Depths at which schemas were met, those of alternatives as if they were deeper than all others. */
  readonly seen: Map<Schema, number>;
}

function collect(schema: Schema, schemas: Schemas, into: Collected): void {
  if (into.depth > MAX_DEPTH) return;
  const target = deref(schema, schemas);
  // Not again, however many lead to it.
  const depth = into.depth + (into.isSure ? 0 : MAX_DEPTH + 1);
  if ((into.seen.get(target) ?? Number.POSITIVE_INFINITY) <= depth) return;
  into.seen.set(target, depth);
  const deeper = { ...into, depth: into.depth + 1 };
  for (const [name, one] of Object.entries(target.properties ?? {})) {
    const others = into.parts.get(name);
    if (others === undefined) into.parts.set(name, [one]);
    // Alternatives say different things of a property: the first is as good as any.
    else if (into.isSure && !others.includes(one)) others.push(one);
  }
  if (into.isSure) for (const name of target.required ?? []) into.required.add(name);
  for (const part of target.allOf ?? []) collect(part, schemas, deeper);
  for (const part of [...(target.oneOf ?? []), ...(target.anyOf ?? [])]) {
    collect(part, schemas, { ...deeper, isSure: false });
  }
}

function knownOf<Found>(all: Known<Found>, schemas: Schemas): WeakMap<Schema, Found> {
  const found = all.get(schemas) ?? new WeakMap<Schema, Found>();
  if (!all.has(schemas)) all.set(schemas, found);
  return found;
}

const parts: Known<readonly Schema[]> = new WeakMap();

/** A schema, its parts and its alternatives, references followed. */
export function partsOf(schema: Schema, schemas: Schemas): readonly Schema[] {
  const cache = knownOf(parts, schemas);
  const found = cache.get(schema);
  if (found !== undefined) return found;
  const all = new Set<Schema>();
  gather(schema, schemas, all, 0);
  const list = [...all];
  cache.set(schema, list);
  return list;
}

function gather(schema: Schema, schemas: Schemas, into: Set<Schema>, depth: number): void {
  const target = deref(schema, schemas);
  if (into.has(target) || depth > MAX_DEPTH) return;
  into.add(target);
  for (const part of [...(target.allOf ?? []), ...(target.oneOf ?? []), ...(target.anyOf ?? [])]) {
    gather(part, schemas, into, depth + 1);
  }
}

/** Whether a value may be of one of the types, as far as the schema says any. */
export function isOfType(schema: Schema, types: readonly string[], schemas: Schemas): boolean {
  return partsOf(schema, schemas).some((part) => {
    const said = typesOf(part);
    // Listed values say their type where nothing else does.
    const all = said.length > 0 ? said : (part.enum ?? []).flatMap(typesOfValue);
    return all.some((type) => types.includes(type));
  });
}

function typesOfValue(value: Json): string[] {
  if (value === null) return ["null"];
  if (typeof value === "number") return ["number", ...(Number.isInteger(value) ? ["integer"] : [])];
  return [Array.isArray(value) ? "array" : typeof value];
}

/** The schema of a list's items; undefined where it is no list. */
export function itemSchemaOf(schema: Schema, schemas: Schemas): Schema | undefined {
  const list = partsOf(schema, schemas).find((part) => typesOf(part).includes("array") || part.items !== undefined);
  return list === undefined ? undefined : (list.items ?? {});
}

/** Whether values are objects, as far as it is said. */
export function isObjectSchema(schema: Schema, schemas: Schemas): boolean {
  return propertiesOf(schema, schemas).size > 0 || isOfType(schema, ["object"], schemas);
}

/** Name of the named schema that a schema is, where it is nothing else. */
export function referenceOf(schema: Schema): string | undefined {
  if (schema.$ref !== undefined) return schema.$ref;
  const alternatives = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const references = alternatives.flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref]));
  return references.length === 1 ? references[0] : undefined;
}

/** Values that the document shows of a schema. */
export function examplesOf(schema: Schema, schemas: Schemas): readonly unknown[] {
  return partsOf(schema, schemas).flatMap(({ examples = [], default: fallback }) =>
    fallback === undefined ? examples : [...examples, fallback],
  );
}

/** Whether a schema lets fields pass that it does not name, and says so. */
export function isOpen(schema: Schema, schemas: Schemas): boolean {
  const all = partsOf(schema, schemas);
  if (all.some(({ additionalProperties: rest }) => rest !== undefined && isNever(rest))) return false;
  return propertiesOf(schema, schemas).size === 0 || all.some(({ additionalProperties: rest }) => rest !== undefined);
}

/** Whether a schema is that of objects, and names no field of them. */
export function isAnyObject(schema: Schema, schemas: Schemas): boolean {
  return isOfType(schema, ["object"], schemas) && propertiesOf(schema, schemas).size === 0 && isOpen(schema, schemas);
}

/** The schema at a place in the values of another. */
export function schemaAt(schema: Schema, place: readonly string[], schemas: Schemas): Schema {
  return place.reduce((found, name) => {
    const own = propertiesOf(found, schemas).get(name)?.schema;
    return own ?? (name === FIRST ? itemSchemaOf(found, schemas) : undefined) ?? {};
  }, schema);
}

/** Whether null is a value of a schema. */
export function isNullable(schema: Schema, schemas: Schemas): boolean {
  return isOfType(schema, ["null"], schemas);
}
