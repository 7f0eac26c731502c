import type { TypeName } from "@svc/model";
import type { Shape } from "@svc/schema";

/** Limits in words, with their values: `the least value` 1. */
export type Bounds = ReadonlyMap<string, Bound>;
export interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
}

const SIZES = [
  ["string", "length", "minLength", "maxLength"],
  ["array", "number of items", "minItems", "maxItems"],
  ["object", "number of properties", "minProperties", "maxProperties"],
] as const;

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
  for (const [type, what, least, greatest] of SIZES) {
    if (type !== kind && kind !== "any") continue;
    if (shape[least] > 0) add(`the least ${what}`, shape[least]);
    add(`the greatest ${what}`, shape[greatest]);
  }
  return bounds;
}

/** True where fewer values satisfy the first. */
export function isTighter(name: string, bound: Bound, other: Bound): boolean {
  if (bound.value === other.value) return bound.exclusive && !other.exclusive;
  return name.startsWith("the greatest") ? bound.value < other.value : bound.value > other.value;
}
