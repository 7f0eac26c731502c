import { bodyKind, isFileSchema, type Model, refName, type Schema } from "@svc/model";
import { FILE } from "./open-types.ts";

/** Schemas that multipart bodies are of, or that those consist of. */
export function namesOfForms({ operations, schemas }: Model): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (schema: Schema | undefined): void => {
    if (schema?.$ref !== undefined) names.add(refName(schema.$ref));
    for (const part of schema?.allOf ?? []) add(part);
  };
  for (const { body } of operations) {
    for (const media of body?.content ?? []) if (bodyKind(media.mediaType) === "multipart") add(media.schema);
  }
  // A set that grows while it is walked.
  for (const name of names) add(Object.hasOwn(schemas, name) ? schemas[name]?.schema : undefined);
  return names;
}

/** A form whose binary fields are files. */
export function withFiles(schema: Schema): Schema {
  const { properties, allOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([n, field]) => [n, toFile(field)])),
    }),
    ...(allOf && { allOf: allOf.map(withFiles) }),
  };
}

function toFile(field: Schema): Schema {
  if (field.items !== undefined) return { ...field, items: toFile(field.items) };
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const options = field[keyword];
    if (options !== undefined) return { ...field, [keyword]: options.map(toFile) };
  }
  return isFileSchema(field) ? ({ ...field, [FILE]: true } as Schema) : field;
}
