import { DurationSyntaxError } from "./duration-error.ts";
import { digitAt } from "./duration-number.ts";
import type { DurationParts } from "./parse-duration.ts";

const COLON = 0x3a;
const MAX_HOURS = 2_400_000_000;
/** Bytes that pydantic looks at after the hours: `MM:SS.ffffff`. What follows is ignored. */
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
