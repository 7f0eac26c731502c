/** Parts of a duration without its sign; seconds and microseconds may exceed a day and a second. */
export interface DurationParts {
  readonly days: number;
  readonly seconds: number;
  readonly microseconds: number;
}

/** Syntax errors of durations: `ctx.error` of pydantic's `time_delta_parsing`. */
export const DURATION_ERRORS = {
  tooShort: "input is too short",
  extra: "unexpected extra characters at the end of the input",
  number: "invalid digit in duration",
  days: '"day" identifier in duration not correctly formatted',
  repeatedT: "`t` character repeated in duration",
  fraction: "quantity fraction invalid in duration",
  dateUnit: "quantity invalid in date part of duration",
  timeUnit: "quantity invalid in time part of duration",
  valueTooLarge: "a numeric value in the duration is too large",
  daysTooLarge: "durations may not exceed 999,999,999 days",
  hoursTooLarge: "durations may not exceed 999,999,999 hours",
  hour: "invalid character in hour",
  minute: "invalid character in minute",
  second: "invalid character in second",
  minuteRange: "minute value is outside expected range of 0-59",
  secondRange: "second value is outside expected range of 0-59",
  fractionMissing: "second fraction digits missing after `.`",
} as const;

export type DurationErrorName = keyof typeof DURATION_ERRORS;

/** Syntax error of a duration. Internal to the parsers. */
export class DurationSyntaxError extends Error {
  override readonly name = "DurationSyntaxError";
  readonly reason: string;

  constructor(name: DurationErrorName) {
    super(DURATION_ERRORS[name]);
    this.reason = DURATION_ERRORS[name];
  }
}

const MAX_U32 = 2 ** 32 - 1;

/** The digit at a position; undefined if there is none. */
export function digitAt(bytes: Uint8Array, position: number): number | undefined {
  const digit = (bytes[position] ?? 0) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : undefined;
}

/** Reads `[0-9]+` at a position: the value and the position after it. */
export function readWhole(bytes: Uint8Array, start: number): readonly [value: number, end: number] {
  if (digitAt(bytes, start) === undefined) throw new DurationSyntaxError("number");
  let value = 0;
  let position = start;
  for (let digit = digitAt(bytes, position); digit !== undefined; digit = digitAt(bytes, position)) {
    value = atMostU32(value * 10 + digit);
    position += 1;
  }
  return [value, position];
}

/** Returns the value. @throws DurationSyntaxError if it exceeds 2^32-1, as pydantic counts in 32 bits */
export function atMostU32(value: number): number {
  if (value > MAX_U32) throw new DurationSyntaxError("valueTooLarge");
  return value;
}

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
  // Both are infinite over 308 digits: the fraction is 0.
  return [numerator / denominator || 0, position];
}

const COLON = 0x3a;
const MAX_HOURS = 2_400_000_000;
/** Bytes that pydantic reads after the hours: `MM:SS.ffffff`. Others are ignored. */
const SEEN = 12;

/** Reads `H:MM`, `H:MM:SS` or `H:MM:SS.ffffff`, hours of 0 to 10 digits. */
export function parseClock(bytes: Uint8Array): DurationParts {
  if (bytes.length < 5) throw new DurationSyntaxError("tooShort");
  const colon = bytes.indexOf(COLON);
  if (colon === -1) throw new DurationSyntaxError("hour");
  const hours = readHours(bytes, colon);
  const rest = bytes.subarray(colon + 1, colon + 1 + SEEN);
  if (rest.length < 2) throw new DurationSyntaxError("tooShort");
  const minutes = readPair(rest, 0, "minute");
  if (rest[2] !== COLON) {
    if (rest.length > 2) throw new DurationSyntaxError("extra");
    return clock(hours, minutes, 0, 0);
  }
  const seconds = readPair(rest, 3, "second");
  if (rest[5] !== 0x2e && rest[5] !== 0x2c) {
    if (rest.length > 5) throw new DurationSyntaxError("extra");
    return clock(hours, minutes, seconds, 0);
  }
  return clock(hours, minutes, seconds, readMicroseconds(rest));
}

function clock(hours: number, minutes: number, seconds: number, microseconds: number): DurationParts {
  return {
    days: Math.floor(hours / 24),
    seconds: (hours % 24) * 3600 + minutes * 60 + seconds,
    microseconds,
  };
}

function readHours(bytes: Uint8Array, colon: number): number {
  if (colon > 10) throw new DurationSyntaxError("hoursTooLarge");
  let hours = 0;
  for (let position = 0; position < colon; position += 1) {
    const digit = digitAt(bytes, position);
    if (digit === undefined) throw new DurationSyntaxError("hour");
    hours = hours * 10 + digit;
  }
  if (hours > MAX_HOURS) throw new DurationSyntaxError("hoursTooLarge");
  return hours;
}

function readPair(bytes: Uint8Array, start: number, part: "minute" | "second"): number {
  const tens = digitAt(bytes, start);
  const ones = digitAt(bytes, start + 1);
  if (tens === undefined || ones === undefined) throw new DurationSyntaxError(part);
  const value = tens * 10 + ones;
  if (value > 59) throw new DurationSyntaxError(part === "minute" ? "minuteRange" : "secondRange");
  return value;
}

function readMicroseconds(rest: Uint8Array): number {
  let value = 0;
  let count = 0;
  for (let digit = digitAt(rest, 6); digit !== undefined; digit = digitAt(rest, 6 + count)) {
    value = value * 10 + digit;
    count += 1;
  }
  if (count === 0) throw new DurationSyntaxError("fractionMissing");
  if (6 + count < rest.length) throw new DurationSyntaxError("extra");
  return value * 10 ** (6 - count);
}
