import { conjunctsOf, refName, refTo, type Schema, type Schemas } from "../schema.ts";

/** A union of objects of which one property tells which it is. */
export interface TaggedUnion {
  readonly property: string;
  /** Every value by which a variant is known. */
  readonly tags: readonly string[];
  /** The schemas of the property in the variants. */
  readonly tagSchemas: readonly Schema[];
}

/** Deeper inheritance has not been seen. */
const MAX_DEPTH = 8;

/**
 * How the variants of a union are told apart: by its discriminator, or by a property that every variant requires and of
 * which no two allow the same text. Undefined where nothing tells them apart.
 */
export function taggedUnion(schema: Schema, schemas: Schemas): TaggedUnion | undefined {
  const variants = (schema.oneOf ?? schema.anyOf ?? []).filter(({ type }) => type !== "null");
  const { discriminator } = schema;
  // One variant takes whatever names no other: nothing is left to open.
  if (discriminator?.defaultMapping !== undefined) return undefined;
  if (discriminator !== undefined)
    return variants.length === 0 ? undefined : byDiscriminator(variants, schema, schemas);
  if (variants.length < 2) return undefined;
  const [first] = variants;
  const names = first === undefined ? [] : Object.keys(propertiesOf(first, schemas));
  return names.map((name) => byLiterals(variants, name, schemas)).find((found) => found !== undefined);
}

function byDiscriminator(variants: readonly Schema[], schema: Schema, schemas: Schemas): TaggedUnion | undefined {
  const { propertyName: property, mapping = {} } = schema.discriminator ?? { propertyName: "" };
  const found = variants.map((variant) => {
    const name = variant.$ref === undefined ? undefined : refName(variant.$ref);
    const mapped = Object.entries(mapping).flatMap(([tag, to]) =>
      name !== undefined && (to === name || to === refTo(name)) ? [tag] : [],
    );
    const tag = literalOf(variant, property, schemas);
    const tags = mapped.length > 0 ? mapped : (tag?.values ?? (name === undefined ? [] : [name]));
    return { tags, schema: tag?.schema };
  });
  if (found.some(({ tags }) => tags.length === 0)) return undefined;
  return {
    property,
    tags: [...new Set(found.flatMap(({ tags }) => tags))],
    tagSchemas: found.flatMap(({ schema: tagSchema }) => tagSchema ?? []),
  };
}

function byLiterals(variants: readonly Schema[], property: string, schemas: Schemas): TaggedUnion | undefined {
  const found = variants.map((variant) =>
    requires(variant, property, schemas) ? literalOf(variant, property, schemas) : undefined,
  );
  const known = found.filter((literal) => literal !== undefined);
  const tags = known.flatMap(({ values }) => values);
  if (known.length < found.length || new Set(tags).size < tags.length) return undefined;
  return { property, tags, tagSchemas: known.map(({ schema }) => schema) };
}

interface Literal {
  readonly schema: Schema;
  readonly values: readonly string[];
}

/** The texts that a variant allows a property, where they are few. */
function literalOf(variant: Schema, property: string, schemas: Schemas): Literal | undefined {
  const properties = propertiesOf(variant, schemas);
  const own = Object.hasOwn(properties, property) ? properties[property] : undefined;
  const schema = own === undefined ? undefined : target(own, schemas);
  const values = schema?.const === undefined ? schema?.enum : [schema.const];
  const texts = values?.filter((value) => typeof value === "string");
  if (schema === undefined || texts === undefined || texts.length !== values?.length || texts.length === 0)
    return undefined;
  return { schema, values: texts };
}

function propertiesOf(schema: Schema, schemas: Schemas): { readonly [name: string]: Schema } {
  const parts = conjunctsOf(schema, schemas).reverse();
  return Object.fromEntries(parts.flatMap(({ properties = {} }) => Object.entries(properties)));
}

function requires(schema: Schema, name: string, schemas: Schemas): boolean {
  return conjunctsOf(schema, schemas).some(({ required = [] }) => required.includes(name));
}

/** The target of a schema's reference: the document's own object, by which it is known again. */
function target(schema: Schema, schemas: Schemas): Schema {
  let current = schema;
  for (let hops = 0; current.$ref !== undefined && hops < MAX_DEPTH; hops++) {
    const name = refName(current.$ref);
    const next = Object.hasOwn(schemas, name) ? schemas[name]?.schema : undefined;
    if (next === undefined) break;
    current = next;
  }
  return current;
}
