import { refName, type Schema, type Schemas, typesOf } from "@svc/model";

const known = new WeakMap<Schemas, Map<string, number>>();

/**
 * Of how many alternatives the type of a schema is a union, once TypeScript has multiplied intersections out. An upper
 * bound: equal alternatives are counted each. Named schemas are counted once.
 */
export function countAlternatives(schema: Schema, schemas: Schemas): number {
  if (schema.$ref !== undefined) return countNamed(refName(schema.$ref), schemas);
  const sum = (parts: readonly Schema[]) => parts.reduce((total, part) => total + countAlternatives(part, schemas), 0);
  let count = Math.max(1, schema.enum?.length ?? typesOf(schema).length);
  if (schema.anyOf !== undefined) count *= sum(schema.anyOf);
  if (schema.oneOf !== undefined) count *= sum(schema.oneOf);
  for (const part of schema.allOf ?? []) count *= countAlternatives(part, schemas);
  return Math.min(count, Number.MAX_SAFE_INTEGER);
}

function countNamed(name: string, schemas: Schemas): number {
  const counts = known.get(schemas) ?? new Map<string, number>();
  known.set(schemas, counts);
  const count = counts.get(name);
  if (count !== undefined) return count;
  // Those that it leads to first, on a stack of its own: chains may be thousands long.
  const open = [name];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const target = Object.hasOwn(schemas, top) ? schemas[top]?.schema : undefined;
    // A schema that leads back to itself does so through an object or a list, and is one alternative there.
    const isEntered = counts.has(top);
    if (!isEntered) counts.set(top, 1);
    const before = isEntered || target === undefined ? [] : namesIn(target).filter((one) => !counts.has(one));
    open.push(...before);
    if (before.length > 0) continue;
    open.pop();
    if (target !== undefined) counts.set(top, countAlternatives(target, schemas));
  }
  return counts.get(name) ?? 1;
}

/** Names of the schemas of which a schema is composed. */
function namesIn({ $ref, allOf = [], anyOf = [], oneOf = [] }: Schema): string[] {
  return $ref === undefined ? [...allOf, ...anyOf, ...oneOf].flatMap(namesIn) : [refName($ref)];
}
