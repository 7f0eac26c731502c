import type { Json } from "@svc/model";
import type { Arbitrary } from "fast-check";
import type { Shape } from "../shape/shape.ts";
import { fitsNumber, numberRange } from "../values/number.ts";
import type { FastCheckModule } from "./context.ts";

/** Numbers of a shape: anywhere between the bounds, and the bounds themselves. */
export function numberArbitrary(shape: Shape, fc: FastCheckModule): Arbitrary<number> {
  const { min, max, step } = numberRange(shape);
  const corners = [min, max, 0, 1, -1].filter((value) => fitsNumber(shape, value));
  const inside = step > 0 ? multiples(shape, { min, max, step }, fc) : doubles(shape, { min, max }, fc);
  const fitting = inside.map((value) => (fitsNumber(shape, value) ? value : (corners[0] ?? value)));
  if (corners.length === 0) return fitting;
  return fc.oneof({ weight: 5, arbitrary: fitting }, { weight: 1, arbitrary: fc.constantFrom(...corners) });
}

interface Range {
  readonly min: number;
  readonly max: number;
}

function multiples(
  { exclusiveMinimum, exclusiveMaximum }: Shape,
  { min, max, step }: Range & { readonly step: number },
  fc: FastCheckModule,
): Arbitrary<number> {
  const digits = Math.min(20, (String(step).split(".")[1] ?? "").length);
  const times = (count: number): number => (step === 1 ? count : Number((count * step).toFixed(digits)));
  const first = Math.max(Math.ceil(min / step), Number.MIN_SAFE_INTEGER);
  const last = Math.min(Math.floor(max / step), Number.MAX_SAFE_INTEGER);
  const low = times(first) > exclusiveMinimum ? first : first + 1;
  const high = times(last) < exclusiveMaximum ? last : last - 1;
  return low > high ? fc.constant(min) : fc.integer({ min: low, max: high }).map(times);
}

function doubles(shape: Shape, { min, max }: Range, fc: FastCheckModule): Arbitrary<number> {
  if (min > max) return fc.constant(min);
  return (
    fc
      .double({
        min,
        max,
        minExcluded: min === shape.exclusiveMinimum && min < max,
        maxExcluded: max === shape.exclusiveMaximum && min < max,
        noNaN: true,
        noDefaultInfinity: true,
      })
      // JSON has no negative zero.
      .map((value) => value + 0)
  );
}

/** One of the values of `enum` or `const`, each time a new one. */
export function valuesArbitrary(values: readonly Json[], fc: FastCheckModule): Arbitrary<Json> {
  return fc.constantFrom(...values).map((value) => structuredClone(value));
}
