import { conjunctsOf, own, refName, type Schema, type Schemas } from "./schema.ts";

export type Discriminator = NonNullable<Schema["discriminator"]>;

/** The values by which a discriminator knows a variant: those of its mapping, else the name; empty where it has neither. */
export function tagNames(discriminator: Discriminator, variant: Schema): string[] {
  const mapped = mappedTags(discriminator, variant);
  return mapped.length > 0 || variant.$ref === undefined ? mapped : [refName(variant.$ref)];
}

function mappedTags({ mapping = {} }: Discriminator, { $ref }: Schema): string[] {
  return Object.entries(mapping).flatMap(([tag, target]) => ($ref !== undefined && target === $ref ? [tag] : []));
}

/** The same, but where the mapping gives a variant none and the variant says itself which it allows. */
export function tagsOf(discriminator: Discriminator, variant: Schema, schemas: Schemas): readonly string[] {
  const mapped = mappedTags(discriminator, variant);
  if (mapped.length > 0) return mapped;
  return tagOf(variant, discriminator.propertyName, schemas)?.values ?? tagNames(discriminator, variant);
}

/** Values that a variant itself allows for the property that tells it from others. */
export interface Tag {
  /** The texts that all its parts allow; at least one. */
  readonly values: readonly string[];
  /** The schemas that list them: the document's own objects. */
  readonly schemas: readonly Schema[];
}

/** The texts that a variant allows a property, a base and its subtypes together; undefined where they list none. */
export function tagOf(variant: Schema, property: string, schemas: Schemas): Tag | undefined {
  const parts = conjunctsOf(variant, schemas).flatMap(({ properties }) => own(properties, property) ?? []);
  const listing = parts
    .flatMap((part) => conjunctsOf(part, schemas))
    .filter((part) => part.const !== undefined || part.enum !== undefined);
  const [first = [], ...others] = listing.map((part) => (part.const === undefined ? (part.enum ?? []) : [part.const]));
  const values = first.filter((value) => typeof value === "string" && others.every((list) => list.includes(value)));
  return values.length === 0 ? undefined : { values: values as string[], schemas: listing };
}
