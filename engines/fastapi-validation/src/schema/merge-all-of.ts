import { deref, type Schema, type Schemas, typesOf } from "@svc/model";

/** A schema without `$ref` and `allOf` at its top: the parts of `allOf` merged, narrower limits winning. */
export function flatten(schema: Schema, schemas: Schemas): Schema {
  const base = deref(schema, schemas);
  if (base.allOf === undefined) return base;
  const flat = known.get(schemas) ?? new WeakMap<Schema, Schema>();
  known.set(schemas, flat);
  // The parts first, each once and on a stack of its own: chains may be thousands long, and double at every step.
  const open = [base];
  const entered = new Set<Schema>();
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const parts = (top.allOf ?? []).map((part) => deref(part, schemas));
    const before = entered.has(top) ? [] : parts.filter((part) => part.allOf !== undefined && !flat.has(part));
    if (!entered.has(top)) open.push(...before.filter((part) => !entered.has(part)));
    const isReady = entered.has(top) || before.length === 0;
    entered.add(top);
    if (!isReady) continue;
    open.pop();
    const { allOf: _, ...rest } = top;
    // A part that leads back here says nothing more.
    const merged = parts.map((part) => flat.get(part) ?? (part.allOf === undefined ? part : withoutParts(part)));
    flat.set(top, [...merged, rest].reduce(mergeTwo, {}));
  }
  return flat.get(base) ?? base;
}

const known = new WeakMap<Schemas, WeakMap<Schema, Schema>>();

function withoutParts({ allOf: _, ...rest }: Schema): Schema {
  return rest;
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
  if (left.items && right.items) merged.items = both(left.items, right.items);
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
      const first = Object.hasOwn(left, name) ? left[name] : undefined;
      const second = Object.hasOwn(right, name) ? right[name] : undefined;
      return [name, first === undefined || second === undefined ? (first ?? second ?? {}) : both(first, second)];
    }),
  );
}

const pairs = new WeakMap<Schema, WeakMap<Schema, Schema>>();

/** Two schemas as one, the same for the same two: recursive schemas that extend others would be merged without end. */
function both(left: Schema, right: Schema): Schema {
  if (left === right || (isReference(left) && isReference(right) && left.$ref === right.$ref)) return left;
  const known = pairs.get(left) ?? new WeakMap<Schema, Schema>();
  pairs.set(left, known);
  const merged = known.get(right) ?? { allOf: [left, right] };
  known.set(right, merged);
  return merged;
}

function isReference(schema: Schema): boolean {
  return schema.$ref !== undefined && Object.keys(schema).length === 1;
}
