import { JsonFloat } from "../json/number.ts";
import { fail, failParsing, failType, LAX, lower, type State, type Validator } from "./validator.ts";
import { readDigits, ValueSyntaxError } from "./value-syntax.ts";

const EXTRA = "unexpected extra characters at the end of the input";
const SEPARATOR = "invalid datetime separator, expected `T`, `t`, `_` or space";
const RFC_TIME = /^\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
const YEAR_0 = "year 0 is out of range";
const TIMESTAMP = /^[+-]?[0-9]+(?:\.[0-9]*)?$/;
/** Seconds from 1970 to the years 10000 and 0. */
const LATEST = 253_402_300_799;
const EARLIEST = -62_135_596_800;

/** A date or time that was read, in pydantic's spelling: RFC 3339 as it came, everything else to the microsecond. */
interface Reading {
  readonly text: string;
  readonly year?: number;
  readonly isMidnight: boolean;
}

/** The result of a parser, or the message of its error. */
function attempt(read: () => Reading): Reading | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof ValueSyntaxError) return error.message;
    throw error;
  }
}

function readDateTime(text: string): Reading {
  const year = readDate(text);
  if (!"Tt _".includes(text[10] ?? "x")) throw new ValueSyntaxError(SEPARATOR);
  const time = readTime(text.slice(11));
  const isRfc = /^t$/i.test(text[10] ?? "") && RFC_TIME.test(text.slice(11));
  return { year, isMidnight: time.isMidnight, text: isRfc ? text : `${text.slice(0, 10)}T${time.text}` };
}

function readDateOnly(text: string): Reading {
  const year = readDate(text);
  if (text.length > 10) throw new ValueSyntaxError(EXTRA);
  return { year, isMidnight: true, text: `${text}T00:00:00` };
}

/** Larger timestamps are in milliseconds, others in seconds. */
const MILLISECONDS_FROM = 20_000_000_000;

/** A number of seconds or milliseconds since 1970. */
function readTimestamp(value: number): Reading {
  if (Number.isNaN(value)) throw new ValueSyntaxError("NaN values not permitted");
  const seconds = Math.abs(value) > MILLISECONDS_FROM ? value / 1000 : value;
  if (seconds > LATEST) throw new ValueSyntaxError("dates after 9999 are not supported as unix timestamps");
  if (seconds < EARLIEST) throw new ValueSyntaxError("dates before 0000 are not supported as unix timestamps");
  return { isMidnight: seconds % 86_400 === 0, text: spellSeconds(seconds) };
}

/** A time in UTC, to the microsecond. */
function spellSeconds(seconds: number): string {
  const whole = Math.floor(seconds);
  const micros = Math.min(999_999, Math.round((seconds - whole) * 1e6));
  return `${new Date(whole * 1000).toISOString().slice(0, 19)}${spellMicros(String(micros).padStart(6, "0"))}Z`;
}

function spellMicros(digits: string): string {
  return Number(digits) === 0 ? "" : `.${digits}`;
}

function numberOf(input: unknown): number | undefined {
  if (input instanceof JsonFloat) return input.value;
  return typeof input === "number" || typeof input === "bigint" ? Number(input) : undefined;
}

/** Text that is a timestamp, or a date and a time. */
function readAnyDateTime(text: string): Reading {
  return TIMESTAMP.test(text) && text.length < 20 ? readTimestamp(Number(text)) : readDateTime(text);
}

function accept(text: string, state: State): string {
  lower(state, LAX);
  return text;
}

/** Dates with times: RFC 3339 text, a date, or a timestamp. */
export const validateDateTime: Validator = (input, state) => {
  const number = numberOf(input);
  if (typeof input !== "string" && number === undefined) return failType("datetime", "datetime", input, state);
  const refuse = (error: string): unknown =>
    failParsing(state, { type: "datetime", words: "a valid datetime", error, input });
  const first = attempt(() => (typeof input === "string" ? readAnyDateTime(input) : readTimestamp(number ?? 0)));
  if (typeof first === "string" && typeof input !== "string") return refuse(first);
  const reading = typeof first === "string" ? attempt(() => readDateOnly(String(input))) : first;
  if (typeof reading === "string")
    return failParsing(state, { type: "datetime_from_date", words: "a valid datetime or date", error: reading, input });
  if (reading.year === 0) return refuse(YEAR_0);
  return accept(reading.text, state);
};

/** Dates: `YYYY-MM-DD`, or a moment that is midnight. */
export const validateDate: Validator = (input, state) => {
  const number = numberOf(input);
  if (typeof input !== "string" && number === undefined) return failType("date", "date", input, state);
  const date = typeof input === "string" ? attempt(() => readDateOnly(input)) : "";
  const read = (): Reading => (typeof input === "string" ? readAnyDateTime(input) : readTimestamp(number ?? 0));
  const reading = typeof date === "string" ? attempt(read) : date;
  if (typeof reading === "string")
    return failParsing(state, { type: "date_from_datetime", words: "a valid date or datetime", error: reading, input });
  if (!reading.isMidnight) {
    const msg = "Datetimes provided to dates should have zero time - e.g. be exact dates";
    return fail(state, { type: "date_from_datetime_inexact", msg, input });
  }
  if (reading.year !== 0) return accept(reading.text.slice(0, 10), state);
  return failParsing(state, { type: "date", words: "a valid date in the format YYYY-MM-DD", error: YEAR_0, input });
};

/** Times of day: `HH:MM[:SS]` with an optional zone, or seconds since midnight. */
export const validateTime: Validator = (input, state) => {
  const number = numberOf(input);
  if (typeof input !== "string" && number === undefined) return failType("time", "time", input, state);
  const reading = attempt(() => (typeof input === "string" ? readTime(input) : readSeconds(number ?? 0)));
  if (typeof reading !== "string") return accept(reading.text, state);
  return failParsing(state, { type: "time", words: "in a valid time format", error: reading, input });
};

function readSeconds(number: number): Reading {
  if (Number.isNaN(number)) throw new ValueSyntaxError("NaN values not permitted");
  if (number < 0) throw new ValueSyntaxError("time in seconds should be positive");
  if (number >= 86_400) throw new ValueSyntaxError("numeric times may not exceed 86,399 seconds");
  return { isMidnight: number === 0, text: spellSeconds(number).slice(11) };
}

/** Reads `YYYY-MM-DD` at the start of a text and checks the calendar. Returns the year. @throws ValueSyntaxError */
export function readDate(text: string): number {
  if (isShorter(text, 10)) throw new ValueSyntaxError("input is too short");
  const year = readDigits(text, 0, 4, "invalid character in year");
  if (text[4] !== "-") throw new ValueSyntaxError("invalid date separator, expected `-`");
  const month = readDigits(text, 5, 2, "invalid character in month");
  if (text[7] !== "-") throw new ValueSyntaxError("invalid date separator, expected `-`");
  const day = readDigits(text, 8, 2, "invalid character in day");
  if (month < 1 || month > 12) throw new ValueSyntaxError("month value is outside expected range of 1-12");
  if (day < 1 || day > daysIn(year, month)) throw new ValueSyntaxError("day value is outside expected range");
  return year;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Reads `HH:MM[:SS[.ffffff]][zone]` to the end of a text. @throws ValueSyntaxError */
export function readTime(text: string): Reading {
  if (isShorter(text, 5)) throw new ValueSyntaxError("input is too short");
  const hour = readDigits(text, 0, 2, "invalid character in hour");
  if (text[2] !== ":") throw new ValueSyntaxError("invalid time separator, expected `:`");
  const minute = readDigits(text, 3, 2, "invalid character in minute");
  if (hour > 23) throw new ValueSyntaxError("hour value is outside expected range of 0-23");
  if (minute > 59) throw new ValueSyntaxError("minute value is outside expected range of 0-59");
  if (text[5] !== ":") {
    const zone = readZone(text.slice(5));
    return { isMidnight: hour + minute === 0, text: `${text.slice(0, 5)}:00${zone}` };
  }
  const second = readDigits(text, 6, 2, "invalid character in second");
  if (second > 59) throw new ValueSyntaxError("second value is outside expected range of 0-59");
  const fraction = /^[.,]([0-9]*)/.exec(text.slice(8));
  if (fraction?.[1] === "") throw new ValueSyntaxError("second fraction digits missing after `.`");
  const zone = readZone(text.slice(8 + (fraction?.[0].length ?? 0)));
  const micros = (fraction?.[1] ?? "").slice(0, 6).padEnd(6, "0");
  const isMidnight = hour + minute + second + Number(micros) === 0;
  return { isMidnight, text: RFC_TIME.test(text) ? text : `${text.slice(0, 8)}${spellMicros(micros)}${zone}` };
}

/** Reads an optional time zone at the end of a text, and spells it. */
function readZone(text: string): string {
  if (text === "") return "";
  if (text === "Z" || text === "z") return "Z";
  if (/^[Zz]/.test(text)) throw new ValueSyntaxError(EXTRA);
  if (!/^[+\-\u2212]/.test(text)) throw new ValueSyntaxError("invalid timezone sign");
  const hours = readDigits(text, 1, 2, "invalid timezone hour");
  const start = text[3] === ":" ? 4 : 3;
  const minutes = readDigits(text, start, 2, "invalid timezone minute");
  if (minutes > 59) throw new ValueSyntaxError("timezone minute value is outside expected range of 0-59");
  if (hours > 23) throw new ValueSyntaxError("timezone offset must be less than 24 hours");
  if (text.length > start + 2) throw new ValueSyntaxError(EXTRA);
  if (hours + minutes === 0) return "Z";
  return `${text.startsWith("+") ? "+" : "-"}${text.slice(1, 3)}:${text.slice(start)}`;
}

const UTF8 = new TextEncoder();

/** Lengths are of bytes, as pydantic counts them. */
function isShorter(text: string, bytes: number): boolean {
  return text.length < bytes && UTF8.encode(text).length < bytes;
}
