import { readDigits, ValueSyntaxError } from "./value-syntax.ts";

/** Parts of a duration without its sign; seconds and microseconds may exceed a day and a second. */
export interface DurationParts {
  readonly days: number;
  readonly seconds: number;
  readonly microseconds: number;
}

const MAX_U32 = 2 ** 32 - 1;

/** Returns the value. @throws ValueSyntaxError if it exceeds 2^32-1, as pydantic counts in 32 bits */
export function atMostU32(value: number): number {
  if (value > MAX_U32) throw new ValueSyntaxError("a numeric value in the duration is too large");
  return value;
}

/** Days per unit before the `T`. */
const DATE_UNITS: { readonly [unit: string]: number } = { Y: 365, M: 30, W: 7, D: 1 };
/** Seconds per unit after the `T`. */
const TIME_UNITS: { readonly [unit: string]: number } = { H: 3600, M: 60, S: 1 };

/** A `T`, or a quantity with its fraction and its unit. */
const ITEM = /T|([0-9]+)(?:[.,]([0-9]*))?(.?)/sy;

/** Reads `P1DT2H3.5M`: units in any order, repeats add up, a fraction only on the last quantity. */
export function parseIso(text: string): DurationParts {
  const sum = { days: 0, seconds: 0, microseconds: 0 };
  let inTime = false;
  let hadFraction = false;
  for (let position = 1; position < text.length; ) {
    ITEM.lastIndex = position;
    const [item = "", digits, fraction, unit = ""] = ITEM.exec(text) ?? [];
    position += item.length;
    if (item === "T") {
      if (inTime) throw new ValueSyntaxError("`t` character repeated in duration");
      inTime = true;
      continue;
    }
    const whole = readWhole(digits);
    if (hadFraction) throw new ValueSyntaxError("quantity fraction invalid in duration");
    hadFraction = fraction !== undefined;
    add(sum, inTime, unit, { whole, fraction: readFraction(fraction) });
  }
  if (text.length < 3) throw new ValueSyntaxError("input is too short");
  return sum;
}

/** The value of digits. @throws ValueSyntaxError where there are none, or too many */
function readWhole(digits: string | undefined): number {
  if (digits === undefined) throw new ValueSyntaxError("invalid digit in duration");
  return atMostU32(Number(digits));
}

// A `d` that is followed by `a` must go on to `day`; the letters after it are all small or all capital.
const DAYS = /^([0-9]+)?( ?[dD](?:ays?|AYS?|(?![aA])),? ?)?(.*)$/s;

/** `3 days, 04:05:06`: the word may be `d`, `day` or `days`; comma, blanks and clock are optional. */
export function parseDays(text: string): DurationParts {
  const [, digits, word, rest = ""] = DAYS.exec(text) ?? [];
  const days = readWhole(digits);
  if (word === undefined) throw new ValueSyntaxError('"day" identifier in duration not correctly formatted');
  if (rest === "") return { days, seconds: 0, microseconds: 0 };
  const clock = parseClock(rest);
  if (clock.days > 0) throw new ValueSyntaxError("durations may not exceed 999,999,999 hours");
  return { ...clock, days };
}

interface Quantity {
  readonly whole: number;
  readonly fraction: number;
}

function add(
  sum: { -readonly [key in keyof DurationParts]: number },
  inTime: boolean,
  unit: string,
  { whole, fraction }: Quantity,
): void {
  const scale = (inTime ? TIME_UNITS : DATE_UNITS)[unit];
  if (scale === undefined)
    throw new ValueSyntaxError(`quantity invalid in ${inTime ? "time" : "date"} part of duration`);
  const field = inTime ? "seconds" : "days";
  const rest = fraction * scale;
  const seconds = inTime ? rest : (rest - Math.trunc(rest)) * 86_400;
  sum[field] = atMostU32(sum[field] + atMostU32(whole * scale));
  if (!inTime) sum.days = atMostU32(sum.days + Math.trunc(rest));
  sum.seconds = atMostU32(sum.seconds + Math.trunc(seconds));
  // Halves go up.
  sum.microseconds += Math.round((seconds - Math.trunc(seconds)) * 1_000_000);
}

/** The fraction of digits in the same floating-point steps as pydantic, so that rounding agrees. */
function readFraction(digits = ""): number {
  let numerator = 0;
  let denominator = 1;
  for (const digit of digits) {
    numerator = numerator * 10 + Number(digit);
    denominator *= 10;
  }
  // Both are infinite over 308 digits: the fraction is 0.
  return numerator / denominator || 0;
}

const MAX_HOURS = 2_400_000_000;
/** Bytes that pydantic reads after the hours: `MM:SS.ffffff`. Others are ignored. */
const SEEN = 12;
const EXTRA = "unexpected extra characters at the end of the input";

/** Reads `H:MM`, `H:MM:SS` or `H:MM:SS.ffffff`, hours of 0 to 10 digits. */
export function parseClock(text: string): DurationParts {
  if (text.length < 5) throw new ValueSyntaxError("input is too short");
  const colon = text.indexOf(":");
  const hours = readHours(text, colon);
  const rest = text.slice(colon + 1, colon + 1 + SEEN);
  if (rest.length < 2) throw new ValueSyntaxError("input is too short");
  const minutes = readPair(rest, 0, "minute");
  if (rest[2] !== ":") {
    if (rest.length > 2) throw new ValueSyntaxError(EXTRA);
    return clock(hours, minutes * 60, 0);
  }
  const seconds = minutes * 60 + readPair(rest, 3, "second");
  const [, fraction, more] = /^(?:[.,]([0-9]*))?(.*)$/s.exec(rest.slice(5)) ?? [];
  if (fraction === "") throw new ValueSyntaxError("second fraction digits missing after `.`");
  if (more !== "") throw new ValueSyntaxError(EXTRA);
  return clock(hours, seconds, fraction === undefined ? 0 : Number(fraction.padEnd(6, "0")));
}

function clock(hours: number, seconds: number, microseconds: number): DurationParts {
  return { days: Math.floor(hours / 24), seconds: (hours % 24) * 3600 + seconds, microseconds };
}

function readHours(text: string, colon: number): number {
  const tooLarge = "durations may not exceed 999,999,999 hours";
  if (colon > 10) throw new ValueSyntaxError(tooLarge);
  if (colon === -1 || !/^[0-9]*$/.test(text.slice(0, colon))) throw new ValueSyntaxError("invalid character in hour");
  const hours = Number(text.slice(0, colon));
  if (hours > MAX_HOURS) throw new ValueSyntaxError(tooLarge);
  return hours;
}

function readPair(text: string, start: number, part: "minute" | "second"): number {
  const value = readDigits(text, start, 2, `invalid character in ${part}`);
  if (value > 59) throw new ValueSyntaxError(`${part} value is outside expected range of 0-59`);
  return value;
}
