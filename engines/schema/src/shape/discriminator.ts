import { refName, refTo, type Schema } from "@svc/model";

/**
 * The property and value by which a discriminator knows an alternative: the key that the mapping gives it, or its name.
 */
export function withDiscriminator(option: Schema, discriminator: Schema["discriminator"]): Schema {
  if (discriminator === undefined || option.$ref === undefined) return option;
  const { propertyName } = discriminator;
  const values = keysOf(discriminator, refName(option.$ref));
  // Soft: where the alternative fixes the property itself, its own value stands.
  return { allOf: [option], discriminator: { propertyName, mapping: { [values[0] ?? ""]: option.$ref } } };
}

/** What a discriminator beside no alternatives asks of the schema that builds on it: `[property, value]`. */
export function discriminatorValue(schema: Schema, name: string | undefined): [string, string] | undefined {
  const { discriminator } = schema;
  if (discriminator === undefined || schema.oneOf !== undefined || schema.anyOf !== undefined) return undefined;
  const { propertyName, mapping = {} } = discriminator;
  const value = Object.keys(mapping).length === 1 ? Object.keys(mapping)[0] : undefined;
  const known = value ?? (name === undefined ? undefined : keysOf(discriminator, name)[0]);
  return known === undefined ? undefined : [propertyName, known];
}

function keysOf({ mapping = {} }: NonNullable<Schema["discriminator"]>, name: string): string[] {
  const keys = Object.entries(mapping).flatMap(([key, target]) =>
    target === refTo(name) || target === name ? [key] : [],
  );
  return keys.length > 0 ? keys : [name];
}
