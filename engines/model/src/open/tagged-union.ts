import { conjunctsOf, type Schema, type Schemas } from "../schema.ts";
import { type Discriminator, tagOf, tagsOf } from "../tags.ts";

/** A union of objects of which one property tells which it is. */
export interface TaggedUnion {
  readonly property: string;
  /** Every value by which a variant is known. */
  readonly tags: readonly string[];
  /** The schemas of the property in the variants. */
  readonly tagSchemas: readonly Schema[];
}

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
    return variants.length === 0 ? undefined : byDiscriminator(variants, discriminator, schemas);
  if (variants.length < 2) return undefined;
  const names = conjunctsOf(variants[0] ?? {}, schemas).flatMap(({ properties = {} }) => Object.keys(properties));
  return names.map((name) => byLiterals(variants, name, schemas)).find((found) => found !== undefined);
}

function byDiscriminator(
  variants: readonly Schema[],
  discriminator: Discriminator,
  schemas: Schemas,
): TaggedUnion | undefined {
  const property = discriminator.propertyName;
  const tags = variants.map((variant) => tagsOf(discriminator, variant, schemas));
  if (tags.some(({ length }) => length === 0)) return undefined;
  const tagSchemas = variants.flatMap((variant) => tagOf(variant, property, schemas)?.schemas ?? []);
  return { property, tags: [...new Set(tags.flat())], tagSchemas };
}

function byLiterals(variants: readonly Schema[], property: string, schemas: Schemas): TaggedUnion | undefined {
  const found = variants.map((variant) =>
    requires(variant, property, schemas) ? tagOf(variant, property, schemas) : undefined,
  );
  const known = found.filter((tag) => tag !== undefined);
  const tags = known.flatMap(({ values }) => values);
  if (known.length < found.length || new Set(tags).size < tags.length) return undefined;
  return { property, tags, tagSchemas: known.flatMap(({ schemas: listing }) => listing) };
}

function requires(schema: Schema, name: string, schemas: Schemas): boolean {
  return conjunctsOf(schema, schemas).some(({ required = [] }) => required.includes(name));
}
