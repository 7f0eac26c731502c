import { equal, type Json } from "@svc/model/data";
import type { Arbitrary } from "fast-check";
import { TooLargeError } from "../builders/build-error.ts";
import { itemsOf } from "../shape/items.ts";
import type { Shape } from "../shape/shape.ts";
import { MOST_ITEMS } from "../values/array.ts";
import { fitsNumber, numberRange } from "../values/number.ts";
import type { ArbitraryContext, FastCheckModule } from "./context.ts";

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

/** Longest array by depth, where there is no bound: long at the top, short where arrays nest. */
const MAX_LENGTHS = [40, 25, 5, 5];

/** Arrays of a shape: each length that is allowed, as far as it is sensible, with a place of its own for what has one. */
export function arrayArbitrary(shape: Shape, context: ArbitraryContext, depth: number): Arbitrary<Json[]> {
  const { fc, compiler } = context;
  const items = itemsOf(shape, compiler);
  const contained = shape.contains.reduce((sum, { min }) => sum + min, 0);
  if (Math.max(shape.minItems, contained) > MOST_ITEMS) throw new TooLargeError(`so many items (${shape.minItems})`);
  const fixed = Math.min(Math.max(items.places, contained), items.max);
  const longest = Math.max(shape.minItems, Math.min(items.max, (MAX_LENGTHS[depth] ?? 1) + fixed));
  const least = Math.max(shape.minItems - fixed, 0);
  const places = Array.from({ length: fixed }, (_, index) => context.nested(items.at(index), depth + 1));
  const bounds = { minLength: least, maxLength: Math.max(longest - fixed, least) };
  const rest =
    bounds.maxLength === 0 ? fc.constant<Json[]>([]) : several(shape, context, { ...bounds, index: fixed, depth });
  if (fixed === 0) return rest;
  const cut = fc.integer({ min: Math.min(shape.minItems, fixed), max: fixed });
  return fc
    .tuple(
      fc.tuple(...places),
      rest,
      fc.oneof({ weight: 3, arbitrary: fc.constant(fixed) }, { weight: 1, arbitrary: cut }),
    )
    .map(([first, others, length]) => (length < fixed ? first.slice(0, length) : [...first, ...others]));
}

interface Several {
  readonly minLength: number;
  readonly maxLength: number;
  readonly index: number;
  readonly depth: number;
}

function several(shape: Shape, context: ArbitraryContext, { index, depth, ...bounds }: Several): Arbitrary<Json[]> {
  const { fc, compiler } = context;
  const item = context.nested(itemsOf(shape, compiler).at(index), depth + 1);
  if (shape.unique) return fc.uniqueArray(item, { ...bounds, minLength: 0, comparator: equal });
  const usual = fc.array(item, bounds);
  const long = fc.array(item, { ...bounds, size: "max" });
  return fc.oneof({ withCrossShrink: true }, { weight: 8, arbitrary: usual }, { weight: 1, arbitrary: long });
}
