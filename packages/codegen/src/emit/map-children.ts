import { eachSubschema, type Model, mapSubschemas, refName, type Schema, TYPE_KEYWORDS } from "@svc/model";

/** Calls back with a schema and with every schema in it that has a part in its type. */
export function visitSchema(schema: Schema, each: (schema: Schema) => void): void {
  each(schema);
  eachSubschema(schema, TYPE_KEYWORDS, (child) => visitSchema(child, each));
}

/** The schema with every schema directly in it that has a part in its type replaced. */
export function mapChildren(schema: Schema, map: (child: Schema) => Schema): Schema {
  return mapSubschemas(schema, TYPE_KEYWORDS, map);
}

/** Names of the schemas that schemas refer to, also through others. */
export function namesBelow(roots: readonly Schema[], { schemas }: Pick<Model, "schemas">): Set<string> {
  const names = new Set<string>();
  const add = ({ $ref }: Schema): void => {
    if ($ref !== undefined) names.add(refName($ref));
  };
  for (const root of roots) visitSchema(root, add);
  // A set that grows while it is walked.
  for (const name of names) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name]?.schema : undefined;
    if (schema !== undefined) visitSchema(schema, add);
  }
  return names;
}

/** Names of the schemas that hold a part of some kind, themselves or by reference. */
export function namesHolding({ schemas }: Pick<Model, "schemas">, isPart: (part: Schema) => boolean): Set<string> {
  const referrers = new Map<string, string[]>();
  const found = new Set<string>();
  for (const [name, { schema }] of Object.entries(schemas)) {
    visitSchema(schema, (part) => {
      if (part.$ref !== undefined) {
        const known = referrers.get(refName(part.$ref)) ?? [];
        known.push(name);
        referrers.set(refName(part.$ref), known);
      }
      if (isPart(part)) found.add(name);
    });
  }
  // A set that grows while it is walked.
  for (const name of found) for (const referrer of referrers.get(name) ?? []) found.add(referrer);
  return found;
}
