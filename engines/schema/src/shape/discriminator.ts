import { refTo, type Schema, tagNames } from "@svc/model/data";

/**
 * The property and values by which a discriminator knows an alternative: the keys that the mapping gives it, or its name.
 */
export function withDiscriminator(option: Schema, discriminator: Schema["discriminator"]): Schema {
  if (discriminator === undefined || option.$ref === undefined) return option;
  const { propertyName } = discriminator;
  const target = option.$ref;
  const keys = tagNames(discriminator, option);
  // Soft: where the alternative fixes the property itself, its own value stands.
  const mapping = Object.fromEntries(keys.map((key) => [key, target]));
  return { allOf: [option], discriminator: { propertyName, mapping } };
}

/** The values that a discriminator beside no alternatives asks of the schema that builds on it: `[property, values]`. */
export function discriminatorValues(schema: Schema, name: string | undefined): [string, string[]] | undefined {
  const { discriminator } = schema;
  if (discriminator === undefined || schema.oneOf !== undefined || schema.anyOf !== undefined) return undefined;
  const { propertyName, mapping = {} } = discriminator;
  if (new Set(Object.values(mapping)).size === 1) return [propertyName, Object.keys(mapping)];
  return name === undefined ? undefined : [propertyName, tagNames(discriminator, { $ref: refTo(name) })];
}
