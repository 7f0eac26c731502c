import type { Schema, TypeName } from "@svc/model";

/** A limit in words, with its value: `lowest value` 1. Exclusive ones differ in the name. */
export type Bounds = ReadonlyMap<BoundName, Bound>;
export type BoundName = keyof typeof SIDES;
export interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
}

/** True for upper bounds: lower is tighter. */
const SIDES = {
  "the least value": false,
  "the greatest value": true,
  "the least length": false,
  "the greatest length": true,
  "the least number of items": false,
  "the greatest number of items": true,
  "the least number of properties": false,
  "the greatest number of properties": true,
} as const;

type Keyword = "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties";

const KEYWORDS: readonly (readonly [kind: TypeName, bound: BoundName, keyword: Keyword])[] = [
  ["string", "the least length", "minLength"],
  ["string", "the greatest length", "maxLength"],
  ["array", "the least number of items", "minItems"],
  ["array", "the greatest number of items", "maxItems"],
  ["object", "the least number of properties", "minProperties"],
  ["object", "the greatest number of properties", "maxProperties"],
];

/** The tightest bounds of the leaves for values of a type; those that say nothing (`minLength: 0`) are left out. */
export function mergeBounds(leaves: readonly Schema[], kind: TypeName | "any"): Bounds {
  const bounds = new Map<BoundName, Bound>();
  const add = (name: BoundName, value: number | undefined, exclusive = false) => {
    if (value === undefined) return;
    const bound =
      kind === "integer" && exclusive
        ? { value: SIDES[name] ? value - 1 : value + 1, exclusive: false }
        : { value, exclusive };
    const known = bounds.get(name);
    if (known === undefined || isTighter(name, bound, known)) bounds.set(name, bound);
  };
  for (const leaf of leaves) {
    if (kind === "integer" || kind === "number" || kind === "any") {
      add("the least value", leaf.minimum);
      add("the greatest value", leaf.maximum);
      add("the least value", leaf.exclusiveMinimum, true);
      add("the greatest value", leaf.exclusiveMaximum, true);
    }
    for (const [type, name, keyword] of KEYWORDS) {
      if (type !== kind && kind !== "any") continue;
      const value = leaf[keyword];
      if (value !== 0 || SIDES[name]) add(name, value);
    }
  }
  return bounds;
}

/** True where fewer values satisfy the first. */
export function isTighter(name: BoundName, bound: Bound, other: Bound): boolean {
  if (bound.value === other.value) return bound.exclusive && !other.exclusive;
  return SIDES[name] ? bound.value < other.value : bound.value > other.value;
}
