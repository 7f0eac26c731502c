import { type Run, type Spot, valueContext } from "../builders/run.ts";
import type { Shape } from "../shape/shape.ts";
import { isMultiple } from "../validate/scalars.ts";
import { errorNumber } from "./error-texts.ts";
import { rangeFor } from "./named-numbers.ts";

/** Bounds of the numbers of a shape, both inclusive, and their distance (0: any). */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Makes a number of a shape; undefined where none was found. */
export function makeNumber(shape: Shape, run: Run, spot: Spot): number | undefined {
  const context = valueContext(shape, run, spot);
  const said = run.error === undefined ? undefined : errorNumber(spot.name, run.error);
  if (said !== undefined && fitsNumber(shape, said)) return said;
  const { min, max, step } = numberRange(shape);
  // Whole numbers beyond those that are exact, if only they are allowed.
  if (min > max) return [shape.minimum, shape.maximum].find((value) => fitsNumber(shape, value));
  const [low, high] = overlap(rangeFor(spot.name, context), min, max);
  const { random } = context;
  const raw =
    Number.isInteger(low) && Number.isInteger(high) ? random.int(low, high) : low + random.next() * (high - low);
  const candidates = step > 0 ? nearMultiples(raw, step) : [roundTo(raw, 2), roundTo(raw, 6), raw];
  const bounds =
    step > 0 ? [...nearMultiples(min, step), ...nearMultiples(max, step), 0] : [min, max, (min + max) / 2, 0];
  return [...candidates, ...bounds].find((value) => fitsNumber(shape, value));
}

/** The bounds of a shape's numbers; whole numbers stay where they are exact. */
export function numberRange(shape: Shape): NumberRange {
  const isWhole = isWholeNumber(shape);
  const step = isWhole
    ? shape.multiples.reduce(leastMultiple, 1)
    : (shape.multiples.reduce<number | undefined>((a, b) => (a === undefined ? b : leastMultiple(a, b)), undefined) ??
      0);
  const [lowest, highest] = formatBounds(shape);
  // With more steps than a number counts exactly, none is a multiple for sure.
  const reach = step > 0 ? step * Number.MAX_SAFE_INTEGER : Number.MAX_VALUE;
  const low = Math.max(shape.minimum, shape.exclusiveMinimum, lowest, -reach);
  const high = Math.min(shape.maximum, shape.exclusiveMaximum, highest, reach);
  if (!isWhole) return { min: low, max: high, step };
  const min = Math.ceil(low) + (Math.ceil(low) <= shape.exclusiveMinimum ? 1 : 0);
  const max = Math.floor(high) - (Math.floor(high) >= shape.exclusiveMaximum ? 1 : 0);
  return { min, max, step };
}

/** Whether a number has the bounds and steps of a shape. */
export function fitsNumber(shape: Shape, value: number): boolean {
  return (
    Number.isFinite(value) &&
    (!isWholeNumber(shape) || Number.isInteger(value)) &&
    value >= shape.minimum &&
    value <= shape.maximum &&
    value > shape.exclusiveMinimum &&
    value < shape.exclusiveMaximum &&
    shape.multiples.every((step) => isMultiple(value, step)) &&
    !shape.excluded.includes(value)
  );
}

/** Documents also give a `number` the format of an integer. */
function isWholeNumber({ integer, formats }: Shape): boolean {
  return integer || formats.includes("int32") || formats.includes("int64");
}

function formatBounds(shape: Shape): readonly [number, number] {
  const { formats } = shape;
  if (formats.includes("int32")) return [-(2 ** 31), 2 ** 31 - 1];
  if (formats.includes("float")) return [-(2 ** 127), 2 ** 127];
  return isWholeNumber(shape)
    ? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
    : [-Number.MAX_VALUE, Number.MAX_VALUE];
}

/** The believable range as far as it is allowed; else the part of what is allowed that is nearest to it. */
function overlap([low, high]: readonly [number, number], min: number, max: number): readonly [number, number] {
  if (high < min) return [min, Math.min(max, min + (high - low))];
  if (low > max) return [Math.max(min, max - (high - low)), max];
  return [Math.max(low, min), Math.min(high, max)];
}

function nearMultiples(value: number, step: number): number[] {
  const count = Math.round(value / step);
  const digits = Math.min(20, (String(step).split(".")[1] ?? "").length);
  return [0, -1, 1, -2, 2].map((offset) => roundTo((count + offset) * step, digits));
}

function roundTo(value: number, digits: number): number {
  return Math.abs(value) < 1e15 ? Number(value.toFixed(digits)) : value;
}

/** The least common multiple where both are whole; else the larger: what is made is checked. */
function leastMultiple(a: number, b: number): number {
  if (!Number.isInteger(a) || !Number.isInteger(b))
    return Number.isInteger(b / a) ? b : Number.isInteger(a / b) ? a : a * b;
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return (a / x) * b;
}
