import { constrains } from "../keywords.ts";
import { isUnconstrained, own, refName, refTo, type Schema, typesOf } from "../schema.ts";
import { type Discriminator, tagNames, tagOf } from "../tags.ts";

type Schemas = { readonly [name: string]: Schema };

/** A schema whose discriminator tells apart those that build on it by `allOf`. */
interface Base {
  readonly name: string;
  readonly schema: Schema;
  readonly discriminator: Discriminator;
  /** Names of all that builds on it. */
  readonly members: ReadonlySet<string>;
  /** The tags that the base lists, if it lists any. */
  readonly allowed: readonly string[] | undefined;
}

/** Schemas that may be written out in one subtype; a hierarchy of more stays as it is. */
const MOST_PARTS = 32;

/**
 * Says of hierarchies what their documents mean, so that types, validation, builders and the comparison of documents read it
 * alike: a base with a discriminator and no alternatives is one of its subtypes, which its tag names; each subtype has the
 * tag of its own name, whatever else builds on it in turn.
 */
export function withHierarchies(schemas: Schemas): Schemas {
  const result: { [name: string]: Schema } = { ...schemas };
  const parents = (name: string): string[] => parentsOf(own(schemas, name) ?? {});
  const children = childrenIn(schemas);
  const located = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { schema }]));
  const taken = new Set<string>();
  for (const [name, schema] of Object.entries(schemas)) {
    const { discriminator } = schema;
    if (discriminator === undefined || schema.oneOf !== undefined || schema.anyOf !== undefined) continue;
    if (reached(name, parents).some((other) => own(schemas, other)?.discriminator !== undefined)) continue;
    const members = new Set(reached(name, (one) => children.get(one) ?? []));
    const allowed = tagOf(schema, discriminator.propertyName, located)?.values;
    const base: Base = { name, schema, discriminator, members, allowed };
    const subtypes = Object.keys(schemas).filter((one) => members.has(one) && isSubtype(one, base, schemas));
    const written = subtypes.map((subtype) => [subtype, writeOut(subtype, base, schemas)] as const);
    const isTold = subtypes.every((one) => tagsOf(one, base, schemas).length > 0);
    const isWhole = isTold && written.every(([one, schemaOfOne]) => schemaOfOne !== undefined && !taken.has(one));
    if (subtypes.length === 0 || !isWhole) continue;
    for (const one of subtypes) taken.add(one);
    Object.assign(result, Object.fromEntries(written));
    result[name] = withSubtypes(base, subtypes, schemas);
  }
  return result;
}

/** A schema that says nothing of its own is another name of its base, unless the base has a tag for it. */
function isSubtype(name: string, { discriminator: { mapping = {} } }: Base, schemas: Schemas): boolean {
  const { $ref, allOf = [], ...more } = own(schemas, name) ?? {};
  const saysMore = !isUnconstrained(more) || allOf.length + ($ref === undefined ? 0 : 1) > 1;
  return saysMore || Object.values(mapping).includes(refTo(name));
}

/** The names of the schemas that build on each. */
function childrenIn(schemas: Schemas): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(schemas))
    for (const parent of parentsOf(schema)) {
      const known = children.get(parent);
      if (known === undefined) children.set(parent, [name]);
      else known.push(name);
    }
  return children;
}

/** All names to which steps lead from one. */
function reached(start: string, step: (name: string) => readonly string[]): string[] {
  const found = new Set(step(start));
  // A set that grows while it is walked.
  for (const name of found) for (const next of step(name)) found.add(next);
  found.delete(start);
  return [...found];
}

function parentsOf({ $ref, allOf = [] }: Schema): string[] {
  return [...($ref === undefined ? [] : [refName($ref)]), ...allOf.flatMap(parentsOf)];
}

function withSubtypes(base: Base, subtypes: readonly string[], schemas: Schemas): Schema {
  const { name, schema, discriminator, allowed = [] } = base;
  const mapping = subtypes.flatMap((one) => tagsOf(one, base, schemas).map((tag) => [tag, refTo(one)] as const));
  // Tags of which no subtype is told are those of the base itself.
  const isMapped = Object.values(discriminator.mapping ?? {}).includes(refTo(name));
  const others = [...allowed, ...(isMapped ? tagNames(discriminator, { $ref: refTo(name) }) : [])];
  const left = [...new Set(others)].filter((tag) => !mapping.some(([known]) => known === tag));
  const { discriminator: _, ...itself } = schema;
  const self: Schema = { type: "object", properties: { [discriminator.propertyName]: literal({}, left) } };
  return {
    ...itself,
    oneOf: [...subtypes.map((one): Schema => ({ $ref: refTo(one) })), ...(left.length > 0 ? [self] : [])],
    discriminator: { ...discriminator, mapping: Object.fromEntries(mapping) },
  };
}

/**
 * The tag that a subtype itself declares, which a value has to satisfy; else what the discriminator calls it, in the spelling that
 * the base lists. Empty where that is none of those.
 */
function tagsOf(name: string, { discriminator, allowed }: Base, schemas: Schemas): readonly string[] {
  const said = tagOf(own(schemas, name) ?? {}, discriminator.propertyName, {})?.values;
  const tags = said ?? tagNames(discriminator, { $ref: refTo(name) });
  return allowed === undefined ? tags : allowed.filter((one) => tags.some((tag) => plain(tag) === plain(one)));
}

/** `WeeklyRestriction` and `weekly_restriction` are one. */
function plain(tag: string): string {
  return tag.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** The tag of a subtype; as it is where it is no text. */
function literal(schema: Schema, tags: readonly string[]): Schema {
  const types = typesOf(schema);
  if (types.length > 0 && !types.includes("string")) return schema;
  const { description } = schema;
  return { type: "string", ...(description !== undefined && { description }), enum: [...tags] };
}

/** A subtype with what it builds on in place of references; undefined where that is too much. */
function writeOut(subtype: string, base: Base, schemas: Schemas): Schema | undefined {
  const { name: root, members } = base;
  const { propertyName } = base.discriminator;
  const tags = tagsOf(subtype, base, schemas);
  let count = 0;
  let isTagged = false;
  const write = (schema: Schema, isOwn: boolean): Schema => {
    const { $ref, allOf, properties, ...rest } = schema;
    if (count++ > MOST_PARTS) return schema;
    const tag = own(properties, propertyName);
    isTagged ||= tag !== undefined;
    if ($ref !== undefined && Object.keys(schema).length === 1) return follow($ref);
    const parts = [...($ref === undefined ? [] : [follow($ref)]), ...(allOf ?? []).map((part) => write(part, isOwn))];
    // Parts of parts stand beside them.
    const all = parts.flatMap((part) => (Object.keys(part).join() === "allOf" ? (part.allOf ?? []) : [part]));
    const { discriminator: known, ...plain } = rest;
    // What a parent says of itself is not said of its subtypes.
    const inherited = Object.entries(plain).filter(([keyword]) => isOwn || constrains(keyword));
    const isOther = isOwn && known !== undefined && known.propertyName !== propertyName;
    return {
      ...Object.fromEntries(inherited),
      ...(isOther && { discriminator: known }),
      ...(properties && { properties: tag ? { ...properties, [propertyName]: literal(tag, tags) } : properties }),
      ...(all.length > 0 && { allOf: all }),
    };
  };
  const follow = ($ref: string): Schema => {
    const parent = refName($ref);
    return parent === root || members.has(parent) ? write(own(schemas, parent) ?? {}, false) : { $ref };
  };
  const written = write(own(schemas, subtype) ?? {}, true);
  if (count > MOST_PARTS) return undefined;
  if (isTagged) return written;
  const tagged: Schema = { type: "object", properties: { [propertyName]: literal({}, tags) } };
  return { ...written, allOf: [...(written.allOf ?? []), tagged] };
}
