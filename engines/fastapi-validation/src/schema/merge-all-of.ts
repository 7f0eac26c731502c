import { deref, type Schema, type Schemas, typesOf } from "@svc/model";

/** A schema without `$ref` and `allOf` at its top: the parts of `allOf` merged, narrower limits winning. */
export function flatten(schema: Schema, schemas: Schemas, seen: ReadonlySet<Schema> = new Set()): Schema {
  const base = deref(schema, schemas);
  if (base.allOf === undefined) return base;
  const { allOf, ...rest } = base;
  if (seen.has(base)) return rest;
  const inside = new Set([...seen, base]);
  const parts = [...allOf.map((part) => flatten(part, schemas, inside)), rest];
  return parts.reduce(mergeTwo, {});
}

function mergeTwo(left: Schema, right: Schema): Schema {
  const merged: { -readonly [key in keyof Schema]: Schema[key] } = { ...left, ...right };
  for (const key of ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] as const) {
    setBound(merged, key, pick(left[key], right[key], Math.max));
  }
  for (const key of ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const) {
    setBound(merged, key, pick(left[key], right[key], Math.min));
  }
  if (left.properties && right.properties) merged.properties = mergeProperties(left.properties, right.properties);
  if (left.required && right.required) merged.required = [...new Set([...left.required, ...right.required])];
  if (left.enum && right.enum) merged.enum = left.enum.filter((value) => right.enum?.includes(value));
  if (left.items && right.items) merged.items = { allOf: [left.items, right.items] };
  if (left.type !== undefined && right.type !== undefined) {
    const common = typesOf(right).filter((name) => typesOf(left).includes(name));
    // A contradiction is kept as the last word: pydantic has no type that nothing satisfies.
    if (common.length > 0) merged.type = common.length === 1 && common[0] !== undefined ? common[0] : common;
  }
  return merged;
}

function setBound<Key extends string>(target: { [key in Key]?: number }, key: Key, value: number | undefined): void {
  if (value !== undefined) target[key] = value;
}

function pick(
  left: number | undefined,
  right: number | undefined,
  narrower: (...values: number[]) => number,
): number | undefined {
  return left === undefined || right === undefined ? (right ?? left) : narrower(left, right);
}

type Properties = NonNullable<Schema["properties"]>;

function mergeProperties(left: Properties, right: Properties): Properties {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const parts = [left, right].flatMap((side) => (Object.hasOwn(side, name) && side[name] ? [side[name]] : []));
      return [name, parts.length === 1 && parts[0] !== undefined ? parts[0] : { allOf: parts }];
    }),
  );
}
