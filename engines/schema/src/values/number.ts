import { type Run, type Spot, valueContext } from "../builders/run.ts";
import type { Shape } from "../shape/shape.ts";
import { isMultiple } from "../validate/scalars.ts";
import { timeOf, type ValueContext } from "./value-context.ts";
import { errorNumber } from "./words.ts";

/** Bounds of the numbers of a shape, both inclusive, and their distance (0: any). */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** How often a number that may be any is one of the bounds, or next to zero. */
const CORNER_SHARE = 1 / 5;
/** Ranges of numbers that may be any: all of what is allowed is mostly huge. */
const ANY_RANGES: readonly (readonly [min: number, max: number])[] = [
  [-2, 2],
  [-100, 100],
  [-1e6, 1e6],
  [-1e15, 1e15],
];

/** Makes a number of a shape; undefined where none was found. */
export function makeNumber(shape: Shape, run: Run, spot: Spot): number | undefined {
  const context = valueContext(shape, run, spot);
  const said = run.error === undefined ? undefined : errorNumber(spot.name, run.error);
  if (said !== undefined && fitsNumber(shape, said)) return said;
  const { min, max, step } = numberRange(shape);
  // Whole numbers beyond those that are exact, if only they are allowed.
  if (min > max) return [shape.minimum, shape.maximum].find((value) => fitsNumber(shape, value));
  const { random } = context;
  const corner = context.isAny && random.next() < CORNER_SHARE ? random.pick([min, max, 0, 1, -1]) : undefined;
  if (corner !== undefined && fitsNumber(shape, corner)) return corner;
  const range = context.isAny ? random.pick([[min, max], ...ANY_RANGES]) : rangeFor(spot.name, context);
  const [low, high] = overlap(range, min, max);
  const isWhole =
    Number.isInteger(low) && Number.isInteger(high) && !(context.isAny && step === 0 && random.next() < 0.5);
  const raw = isWhole ? random.int(low, high) : between(low, high, random.next());
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

/** The number at a share of the way between two; their distance may be more than a number holds. */
function between(low: number, high: number, share: number): number {
  const distance = high - low;
  return Number.isFinite(distance) ? low + share * distance : low * (1 - share) + high * share;
}

function roundTo(value: number, digits: number): number {
  // JSON has no negative zero.
  return Math.abs(value) < 1e15 ? Number(value.toFixed(digits)) + 0 : value;
}

/** The least common multiple where both are whole; else the larger: what is made is checked. */
function leastMultiple(a: number, b: number): number {
  if (!Number.isInteger(a) || !Number.isInteger(b))
    return Number.isInteger(b / a) ? b : Number.isInteger(a / b) ? a : a * b;
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return (a / x) * b;
}

/** Numbers by what a property is called (in snake case): from, to; the first that matches. */
const RANGES: readonly (readonly [name: RegExp, min: number, max: number])[] = [
  [/(^|_)(lat|latitude)$/, -60, 60],
  [/(^|_)(lng|lon|long|longitude)$/, -150, 150],
  [/(^|_)age$/, 18, 80],
  [/(^|_)year$/, 2000, 2030],
  [/(^|_)month$/, 1, 12],
  [/(^|_)day$/, 1, 28],
  [/(^|_)hours?$/, 0, 23],
  [/(^|_)(minutes?|seconds?|in_seconds)$/, 1, 59],
  [/port$/, 8000, 8999],
  [/start_ms$|offset$/, 0, 0],
  [/(_ms|millis|milliseconds|duration|latency|elapsed)$/, 100, 60_000],
  [/(^|_)(page|index|position|rank|order|priority|version|level)$/, 1, 9],
  [/(limit|page_size|per_page)$/, 10, 50],
  [/(status|status_code)$/, 200, 200],
  [/(size|bytes|length)$/, 512, 65_536],
  [/(width|height)$/, 320, 1920],
  [/(price|amount|cost|total|balance|fee)$/, 1, 500],
  [/(percent(age)?|rate|score|progress)$/, 0, 100],
  [/(ratio|probability|confidence|opacity)$/, 0, 1],
  [/(count|quantity|number|num|total_.*)$/, 1, 20],
];

const TIMES = /(^|_)(at|on|date|timestamp|time|expires?|expiry|iat|exp|nbf)$/;

/** The range of believable numbers for a name, or a time. */
function rangeFor(name: string, context: ValueContext): readonly [min: number, max: number] {
  if (/(^|_)id$/.test(name)) return [1000 + context.index * 100, 1099 + context.index * 100];
  if (TIMES.test(name)) {
    const ms = timeOf(name, context);
    const time = /milli|\bms\b/i.test(context.description) ? ms : Math.trunc(ms / 1000);
    return [time, time];
  }
  const [, min = 1, max = 100] = RANGES.find(([expression]) => expression.test(name)) ?? [];
  return [min, max];
}
