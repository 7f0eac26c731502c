import { JsonFloat } from "../json-float.ts";
import { DateSyntaxError, readDate, readTime } from "../parse-date.ts";
import { fail, LAX, lower, type State, type Validator } from "./validator.ts";

const EXTRA = "unexpected extra characters at the end of the input";
const SEPARATOR = "invalid datetime separator, expected `T`, `t`, `_` or space";
const TIMESTAMP = /^[+-]?[0-9]+(?:\.[0-9]*)?$/;
/** From here on a timestamp counts milliseconds, not seconds. */
const MILLISECONDS_FROM = 20_000_000_000;
/** Seconds from 1970 to the years 10000 and 0. */
const LATEST = 253_402_300_799;
const EARLIEST = -62_135_596_800;

/** What a text that pydantic reads as a date or time is. */
type Reading = { readonly year?: number; readonly isMidnight: boolean };

/** The outcome of a reader, or its error's text. */
function attempt(read: () => Reading): Reading | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof DateSyntaxError) return error.message;
    throw error;
  }
}

function readDateTime(text: string): Reading {
  const year = readDate(text);
  if (!"Tt _".includes(text[10] ?? "x")) throw new DateSyntaxError(SEPARATOR);
  return { year, isMidnight: readTime(text.slice(11)) };
}

function readDateOnly(text: string): Reading {
  const year = readDate(text);
  if (text.length > 10) throw new DateSyntaxError(EXTRA);
  return { year, isMidnight: true };
}

/** A number of seconds or milliseconds since 1970. */
function readTimestamp(value: number): Reading {
  if (Number.isNaN(value)) throw new DateSyntaxError("NaN values not permitted");
  const seconds = Math.abs(value) > MILLISECONDS_FROM ? value / 1000 : value;
  if (seconds > LATEST) throw new DateSyntaxError("dates after 9999 are not supported as unix timestamps");
  if (seconds < EARLIEST) throw new DateSyntaxError("dates before 0000 are not supported as unix timestamps");
  return { isMidnight: seconds % 86_400 === 0 };
}

function numberOf(input: unknown): number | undefined {
  if (input instanceof JsonFloat) return input.value;
  return typeof input === "number" || typeof input === "bigint" ? Number(input) : undefined;
}

function isTimestamp(text: string): boolean {
  return TIMESTAMP.test(text) && text.length < 20;
}

/** The value stays as it came: text, or a number. */
function accept(input: unknown, state: State): unknown {
  lower(state, LAX);
  return input instanceof JsonFloat ? input.value : input;
}

/** Dates with times: RFC 3339 text, a date, or a timestamp. */
export const validateDateTime: Validator = (input, state) => {
  const refuse = (type: string, words: string, error: string): unknown =>
    fail(state, { type, msg: `Input should be a valid ${words}, ${error}`, input, ctx: { error } });
  const number = numberOf(input);
  if (typeof input !== "string" && number === undefined) {
    return fail(state, { type: "datetime_type", msg: "Input should be a valid datetime", input });
  }
  const first = attempt(() => (typeof input === "string" ? readAnyDateTime(input) : readTimestamp(number ?? 0)));
  if (typeof first === "string" && typeof input !== "string") return refuse("datetime_parsing", "datetime", first);
  const reading = typeof first === "string" ? attempt(() => readDateOnly(String(input))) : first;
  if (typeof reading === "string") return refuse("datetime_from_date_parsing", "datetime or date", reading);
  if (reading.year === 0) return refuse("datetime_parsing", "datetime", "year 0 is out of range");
  return accept(input, state);
};

function readAnyDateTime(text: string): Reading {
  return isTimestamp(text) ? readTimestamp(Number(text)) : readDateTime(text);
}

/** Dates: `YYYY-MM-DD`, or a moment that is midnight. */
export const validateDate: Validator = (input, state) => {
  const number = numberOf(input);
  if (typeof input !== "string" && number === undefined) {
    return fail(state, { type: "date_type", msg: "Input should be a valid date", input });
  }
  const date = typeof input === "string" ? attempt(() => readDateOnly(input)) : "";
  const read = (): Reading => (typeof input === "string" ? readAnyDateTime(input) : readTimestamp(number ?? 0));
  const reading = typeof date === "string" ? attempt(read) : date;
  if (typeof reading === "string") {
    const msg = `Input should be a valid date or datetime, ${reading}`;
    return fail(state, { type: "date_from_datetime_parsing", msg, input, ctx: { error: reading } });
  }
  if (!reading.isMidnight) {
    const msg = "Datetimes provided to dates should have zero time - e.g. be exact dates";
    return fail(state, { type: "date_from_datetime_inexact", msg, input });
  }
  if (reading.year !== 0) return accept(input, state);
  const error = "year 0 is out of range";
  const msg = `Input should be a valid date in the format YYYY-MM-DD, ${error}`;
  return fail(state, { type: "date_parsing", msg, input, ctx: { error } });
};

/** Times of day: `HH:MM[:SS]` with an optional zone, or seconds since midnight. */
export const validateTime: Validator = (input, state) => {
  const number = numberOf(input);
  if (typeof input !== "string" && number === undefined) {
    return fail(state, { type: "time_type", msg: "Input should be a valid time", input });
  }
  const reading = attempt(() => ({
    isMidnight: typeof input === "string" ? readTime(input) : readSeconds(number ?? 0),
  }));
  if (typeof reading !== "string") return accept(input, state);
  const msg = `Input should be in a valid time format, ${reading}`;
  return fail(state, { type: "time_parsing", msg, input, ctx: { error: reading } });
};

function readSeconds(number: number): boolean {
  if (Number.isNaN(number)) throw new DateSyntaxError("NaN values not permitted");
  if (number < 0) throw new DateSyntaxError("time in seconds should be positive");
  if (number >= 86_400) throw new DateSyntaxError("numeric times may not exceed 86,399 seconds");
  return number === 0;
}
