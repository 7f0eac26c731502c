import { JsonFloat } from "../json/number.ts";
import { atMostU32, type DurationParts, parseClock, parseDays, parseIso } from "./duration-syntax.ts";
import { failParsing, failType, LAX, lower, type State, type Validator } from "./validator.ts";
import { ValueSyntaxError } from "./value-syntax.ts";

/** A value that pydantic parses and Python cannot represent: FastAPI responds 500. Internal to the validator. */
export class OverflowCrash extends Error {
  override readonly name = "OverflowCrash";
}

/** Durations from text, or from a number of seconds. `keepText` leaves the text as the value. */
export function durationValidator(keepText: boolean): Validator {
  return (input, state) => {
    if (typeof input !== "string") return fromNumber(input, state, keepText);
    const parsed = parseDuration(input);
    if ("crash" in parsed) throw new OverflowCrash("a duration below Python's least timedelta");
    if ("error" in parsed) return failDuration(parsed.error, input, state);
    lower(state, LAX);
    return keepText ? input : parsed.ok;
  };
}

function fromNumber(input: unknown, state: State, keepNumber: boolean): unknown {
  const number = toSeconds(input);
  if (number === undefined) return failType("time_delta", "timedelta", input, state);
  if (Number.isNaN(number)) return failDuration("NaN values not permitted", input, state);
  const microseconds = Math.round((number - Math.floor(number)) * 1_000_000);
  const seconds = Math.floor(number) + Math.floor(microseconds / 1_000_000);
  const days = Math.floor(seconds / 86_400);
  if (Math.abs(days) > MAX_DAYS) return failDuration(TOO_MANY_DAYS, input, state);
  lower(state, LAX);
  const value: Duration = { days, seconds: seconds - days * 86_400, microseconds: microseconds % 1_000_000 };
  return keepNumber ? number : value;
}

function toSeconds(input: unknown): number | undefined {
  if (input instanceof JsonFloat) return input.value;
  if (typeof input === "number" || typeof input === "bigint" || typeof input === "boolean") return Number(input);
  return undefined;
}

function failDuration(error: string, input: unknown, state: State): unknown {
  return failParsing(state, { type: "time_delta", words: "a valid timedelta", error, input });
}

/** A span of time, normalized as Python's `timedelta`: only `days` is ever negative. */
export interface Duration {
  readonly days: number;
  /** 0 to 86,399. */
  readonly seconds: number;
  /** 0 to 999,999. */
  readonly microseconds: number;
}

const MAX_DAYS = 999_999_999;
const DAY_SECONDS = 86_400;
const UTF8 = new TextEncoder();
const LATIN1 = new TextDecoder("latin1");
const TOO_MANY_DAYS = "durations may not exceed 999,999,999 days";

/**
 * Reads a duration as pydantic reads text for a `timedelta`: ISO 8601 (`P1DT2H`), days (`1 day, 02:00`) or a clock
 * (`26:00:00.5`), each after an optional sign. `crash` is a value that is parsed and `timedelta` cannot
 * represent: FastAPI responds 500.
 */
export function parseDuration(text: string): { ok: Duration } | { error: string } | { crash: true } {
  try {
    const signed = text.startsWith("-") || text.startsWith("+");
    // One character for each byte, as pydantic counts.
    const bytes = LATIN1.decode(UTF8.encode(signed ? text.slice(1) : text));
    const { days, seconds, microseconds } = normalize(readParts(bytes));
    const positive = !text.startsWith("-");
    if (positive) return { ok: { days, seconds, microseconds } };
    return negate(days, seconds, microseconds);
  } catch (error) {
    if (error instanceof ValueSyntaxError) return { error: error.message };
    throw error;
  }
}

function readParts(text: string): DurationParts {
  if (text === "") throw new ValueSyntaxError("input is too short");
  if (text.startsWith("P")) return parseIso(text);
  return /d/i.test(text) || text.length < 5 ? parseDays(text) : parseClock(text);
}

function normalize(parts: DurationParts): DurationParts {
  const seconds = atMostU32(parts.seconds + Math.floor(parts.microseconds / 1_000_000));
  const days = atMostU32(parts.days + Math.floor(seconds / DAY_SECONDS));
  if (days > MAX_DAYS) throw new ValueSyntaxError(TOO_MANY_DAYS);
  return { days, seconds: seconds % DAY_SECONDS, microseconds: parts.microseconds % 1_000_000 };
}

function negate(days: number, seconds: number, microseconds: number): { ok: Duration } | { crash: true } {
  const rest = seconds * 1_000_000 + microseconds;
  const left = rest === 0 ? 0 : DAY_SECONDS * 1_000_000 - rest;
  const before = 0 - days - (rest === 0 ? 0 : 1);
  if (before < -MAX_DAYS) return { crash: true };
  return { ok: { days: before, seconds: Math.floor(left / 1_000_000), microseconds: left % 1_000_000 } };
}
