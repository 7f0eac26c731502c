import type { Schema } from "@svc/model";

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
  const result: { [keyword: string]: unknown } = { ...schema };
  for (const keyword of ["items", "additionalProperties", "contentSchema"] as const) {
    const child = schema[keyword];
    if (child !== undefined) result[keyword] = map(child);
  }
  for (const keyword of ["properties", "patternProperties"] as const) {
    const children = schema[keyword];
    if (children === undefined) continue;
    result[keyword] = Object.fromEntries(Object.entries(children).map(([name, child]) => [name, map(child)]));
  }
  for (const keyword of ["prefixItems", "allOf", "anyOf", "oneOf"] as const) {
    const children = schema[keyword];
    if (children !== undefined) result[keyword] = children.map(map);
  }
  return result;
}
