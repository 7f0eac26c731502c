import { trimWhiteSpace } from "./white-space.ts";

/** A whole number: a bigint only where a number would not be exact. */
export type Integer = number | bigint;

/** Why a text is no integer, as pydantic's error types. */
export type IntegerError = "int_parsing" | "int_parsing_size";

/** Python and pydantic refuse to convert more characters than this. */
const MAX_LENGTH = 4300;
/** The run that is read before anything is cleaned: no sign but minus, no leading zero. */
const PLAIN = /^-?[1-9][0-9]*/;
const ZERO_RUN = /^0[0_]*/;
const DIGITS = /^-?(?:0|[1-9][0-9]*)$/;
const DECIMAL_ZEROS = /^([^.]*)\.0+$/;

/** Reads an integer as pydantic's lax mode reads text: `" +1_000.00 "` is 1000. */
export function parseInteger(text: string): { ok: Integer } | { error: IntegerError } {
  const plain = PLAIN.exec(text)?.[0];
  if (plain !== undefined) {
    if (plain.length > MAX_LENGTH) return { error: "int_parsing_size" };
    if (plain.length === text.length) return { ok: toInteger(text) };
  }
  const clean = cleanDigits(text);
  if (clean === undefined || clean.length > MAX_LENGTH || !DIGITS.test(clean)) return { error: "int_parsing" };
  return { ok: toInteger(clean) };
}

/** The exact value of decimal digits with an optional minus. */
export function toInteger(digits: string): Integer {
  const value = Number(digits);
  // `+ 0` turns -0 into 0: integers have one zero.
  return Number.isSafeInteger(value) ? value + 0 : BigInt(digits);
}

/** The digits without blanks, plus, leading zeros, decimal zeros and underscores. */
function cleanDigits(text: string): string | undefined {
  let rest = trimWhiteSpace(text);
  if (rest.startsWith("+")) {
    rest = rest.slice(1);
    if (rest.startsWith("-")) return undefined;
  }
  let sign = "";
  if (rest.startsWith("-")) {
    sign = "-";
    rest = rest.slice(1);
  }
  const significant = stripLeadingZeros(rest);
  if (significant === undefined) return undefined;
  const whole = DECIMAL_ZEROS.exec(significant)?.[1] ?? significant;
  return sign + stripUnderscores(whole);
}

/** A minus may follow the zeros (`0-5` is -5): an oddity of pydantic that is kept. */
function stripLeadingZeros(text: string): string | undefined {
  const zeros = ZERO_RUN.exec(text)?.[0].length ?? 0;
  if (zeros === 0) return /^[1-9-]/.test(text) ? text : undefined;
  if (zeros === text.length) return text.slice(-1);
  const next = text.charAt(zeros);
  if (next === ".") return text.slice(zeros - 1);
  return /[1-9-]/.test(next) ? text.slice(zeros) : undefined;
}

/** Single underscores between digits go; any other one stays and fails later. */
function stripUnderscores(text: string): string {
  if (text.startsWith("_") || text.endsWith("_") || text.includes("__")) return text;
  return text.replaceAll("_", "");
}
