import { LIMITS, type TypeName } from "@svc/model";
import type { Shape } from "@svc/schema";

/** Limits in words, with their values: `the least value` 1. */
export type Bounds = ReadonlyMap<string, Bound>;
export interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
}

/** Subjects of limits of sizes; others are called by their keyword. */
const SIZES: { readonly [keyword: string]: string } = {
  Length: "length",
  Items: "number of items",
  Properties: "number of properties",
};

/** The bounds of a shape for values of a type; those that say nothing (`minLength: 0`) are left out. */
export function boundsOf(shape: Shape, kind: TypeName | "any"): Bounds {
  const bounds = new Map<string, Bound>();
  const add = (name: string, value: number, exclusive = false): void => {
    if (Number.isFinite(value)) bounds.set(name, { value, exclusive });
  };
  if (kind === "number" || kind === "any") {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = shape;
    add("the least value", Math.max(minimum, exclusiveMinimum), exclusiveMinimum >= minimum);
    add("the greatest value", Math.min(maximum, exclusiveMaximum), exclusiveMaximum <= maximum);
  }
  if (kind === "integer") {
    add("the least value", Math.max(shape.minimum, shape.exclusiveMinimum + 1));
    add("the greatest value", Math.min(shape.maximum, shape.exclusiveMaximum - 1));
  }
  for (const { keyword, of, side } of LIMITS) {
    if (of === "number" || (of !== kind && kind !== "any") || (side === "least" && shape[keyword] === 0)) continue;
    const size = keyword.slice("min".length);
    add(`the ${side === "least" ? "least" : "greatest"} ${SIZES[size] ?? size}`, shape[keyword]);
  }
  return bounds;
}

/** True where fewer values satisfy the first. */
export function isTighter(name: string, bound: Bound, other: Bound): boolean {
  if (bound.value === other.value) return bound.exclusive && !other.exclusive;
  return name.startsWith("the greatest") ? bound.value < other.value : bound.value > other.value;
}
