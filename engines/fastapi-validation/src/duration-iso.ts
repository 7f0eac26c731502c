import { DurationSyntaxError } from "./duration-error.ts";
import { atMostU32, digitAt, readWhole } from "./duration-number.ts";
import type { DurationParts } from "./parse-duration.ts";

/** Days per unit before the `T`. */
const DATE_UNITS: { readonly [unit: string]: number } = { Y: 365, M: 30, W: 7, D: 1 };
/** Seconds per unit after the `T`. */
const TIME_UNITS: { readonly [unit: string]: number } = { H: 3600, M: 60, S: 1 };
const T = 0x54;

/** Reads `P1DT2H3.5M`: units in any order, repeats add up, a fraction only on the last quantity. */
export function parseIso(bytes: Uint8Array): DurationParts {
  const sum = { days: 0, seconds: 0, microseconds: 0 };
  let inTime = false;
  let hadFraction = false;
  let position = 1;
  while (position < bytes.length) {
    if (bytes[position] === T) {
      if (inTime) throw new DurationSyntaxError("repeatedT");
      inTime = true;
      position += 1;
      continue;
    }
    const [whole, wholeEnd] = readWhole(bytes, position);
    const [fraction, end] = readFraction(bytes, wholeEnd);
    if (hadFraction) throw new DurationSyntaxError("fraction");
    hadFraction = fraction !== undefined;
    const unit = String.fromCharCode(bytes[end] ?? 0);
    if (inTime) addTime(sum, unit, whole, fraction ?? 0);
    else addDate(sum, unit, whole, fraction ?? 0);
    position = end + 1;
  }
  if (position < 3) throw new DurationSyntaxError("tooShort");
  return sum;
}

type Sum = { -readonly [key in keyof DurationParts]: number };

function addDate(sum: Sum, unit: string, whole: number, fraction: number): void {
  const scale = DATE_UNITS[unit];
  if (scale === undefined) throw new DurationSyntaxError("dateUnit");
  const days = fraction * scale;
  const seconds = (days - Math.trunc(days)) * 86_400;
  sum.days = atMostU32(atMostU32(sum.days + atMostU32(whole * scale)) + Math.trunc(days));
  sum.seconds = atMostU32(sum.seconds + Math.trunc(seconds));
  sum.microseconds += toMicroseconds(seconds - Math.trunc(seconds));
}

function addTime(sum: Sum, unit: string, whole: number, fraction: number): void {
  const scale = TIME_UNITS[unit];
  if (scale === undefined) throw new DurationSyntaxError("timeUnit");
  const seconds = fraction * scale;
  sum.seconds = atMostU32(atMostU32(sum.seconds + atMostU32(whole * scale)) + Math.trunc(seconds));
  sum.microseconds += toMicroseconds(seconds - Math.trunc(seconds));
}

/** Halves go up. */
function toMicroseconds(seconds: number): number {
  return Math.round(seconds * 1_000_000);
}

/** The fraction after `.` or `,` in the same floating-point steps as pydantic, so that rounding agrees. */
function readFraction(bytes: Uint8Array, start: number): readonly [fraction: number | undefined, end: number] {
  if (bytes[start] !== 0x2e && bytes[start] !== 0x2c) return [undefined, start];
  let numerator = 0;
  let denominator = 1;
  let position = start + 1;
  for (let digit = digitAt(bytes, position); digit !== undefined; digit = digitAt(bytes, position)) {
    numerator = numerator * 10 + digit;
    denominator *= 10;
    position += 1;
  }
  // Over 308 digits both are infinite: the fraction counts as none.
  return [numerator / denominator || 0, position];
}
