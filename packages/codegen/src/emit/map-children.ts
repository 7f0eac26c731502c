import { mapSubschemas, type Schema, TYPE_KEYWORDS } from "@svc/model";

/** Calls back with a schema and with every schema in it that has a part in its type. */
export function visitSchema(schema: Schema, each: (schema: Schema) => void): void {
  each(schema);
  mapChildren(schema, (child) => {
    visitSchema(child, each);
    return child;
  });
}

/** The schema with every schema directly in it that has a part in its type replaced. */
export function mapChildren(schema: Schema, map: (child: Schema) => Schema): Schema {
  return mapSubschemas(schema, TYPE_KEYWORDS, map);
}
