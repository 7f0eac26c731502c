import { equal, isUnconstrained, LIMITS, narrower, type Schema, type Schemas, typesOf } from "@svc/model/data";
import { compilerOf } from "./compiler.ts";
import { partsOf } from "./flatten.ts";

const known = new WeakMap<Schemas, WeakMap<Schema, Schema>>();

/**
 * The parts of a schema as one: without `$ref` and `allOf` at its top, narrower limits winning, and what stands further out
 * where two say different things. Once per schema. What does not show in one schema, such as the facets of a {@link Shape},
 * is lost: for those that read a schema, not for those that judge values by it.
 */
export function mergedOf(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref === undefined && schema.allOf === undefined) return schema;
  const ofDocument = known.get(schemas) ?? new WeakMap<Schema, Schema>();
  known.set(schemas, ofDocument);
  const found = ofDocument.get(schema) ?? merge([...partsOf(schema, schemas)].flatMap(ownKeywords), schemas);
  ofDocument.set(schema, found);
  return found;
}

/** Keywords of a part itself; none where it only refers to another. */
function ownKeywords(part: Schema): Schema[] {
  if (part.$ref === undefined && part.allOf === undefined) return [part];
  const { $ref, allOf: _, ...own } = part;
  return $ref !== undefined && isUnconstrained(own) ? [] : [own];
}

function merge(parts: readonly Schema[], schemas: Schemas): Schema {
  const [first = {}, ...others] = parts;
  if (others.length === 0) return first;
  const merged: { -readonly [key in keyof Schema]: Schema[key] } = Object.assign({}, ...parts);
  const valuesOf = <Key extends keyof Schema>(key: Key): NonNullable<Schema[Key]>[] =>
    parts.flatMap(({ [key]: value }) => (value === undefined ? [] : [value as NonNullable<Schema[Key]>]));
  for (const { keyword, side } of LIMITS) {
    const [bound, ...further] = valuesOf(keyword);
    if (bound !== undefined) merged[keyword] = further.reduce((a, b) => narrower(side, a, b), bound);
  }
  const conjunction = compilerOf(schemas).conjunction;
  const properties = new Map<string, Schema[]>();
  for (const [name, property] of valuesOf("properties").flatMap(Object.entries<Schema>))
    properties.set(name, [...(properties.get(name) ?? []), property]);
  if (merged.properties !== undefined)
    merged.properties = Object.fromEntries([...properties].map(([name, all]) => [name, conjunction(all)]));
  if (merged.items !== undefined) merged.items = conjunction(valuesOf("items"));
  if (merged.required !== undefined) merged.required = [...new Set(valuesOf("required").flat())];
  if (merged.enum !== undefined)
    merged.enum = valuesOf("enum").reduce((a, b) => a.filter((value) => b.some((item) => equal(item, value))));
  // A contradiction is kept as the last word: services have no type that nothing satisfies.
  const types = parts.map(typesOf).reduce((before, after) => {
    const common = after.filter((type) => before.includes(type));
    return common.length > 0 ? common : after.length > 0 ? after : before;
  });
  const [type] = types;
  if (type !== undefined) merged.type = types.length === 1 ? type : types;
  return merged;
}
