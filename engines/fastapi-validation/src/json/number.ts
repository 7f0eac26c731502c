/**
 * A number that was written with a fraction or an exponent. Python distinguishes `5.0` from `5`, and echoes it so in errors;
 * JavaScript does not, hence this class. Handlers never get it.
 */
export class JsonFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** Formats a finite float as Python's `repr` does: `5.0`, `1e-07`, `1e+16`. */
export function formatFloat(value: number): string {
  const [mantissa = "0", exponentText = "0"] = value.toExponential().split("e");
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 16) {
    const digits = String(Math.abs(exponent)).padStart(2, "0");
    return `${mantissa}e${exponent < 0 ? "-" : "+"}${digits}`;
  }
  if (Number.isInteger(value)) return `${Object.is(value, -0) ? "-0" : value}.0`;
  return String(value);
}

/** An integer: a bigint only if a number is not exact. */
export type Integer = number | bigint;

/** Error types of pydantic for text that is no integer. */
export type IntegerError = "int_parsing" | "int_parsing_size";

/** Largest number of digits that Python and pydantic convert. */
export const MAX_DIGITS = 4300;
/** Digits that need no cleaning: no plus, no leading zero. */
const PLAIN = /^-?[1-9][0-9]*/;
const ZERO_RUN = /^0[0_]*/;
const DIGITS = /^-?(?:0|[1-9][0-9]*)$/;
const DECIMAL_ZEROS = /^([^.]*)\.0+$/;

/** Reads an integer as pydantic's lax mode reads text: `" +1_000.00 "` is 1000. */
export function parseInteger(text: string): { ok: Integer } | { error: IntegerError } {
  const plain = PLAIN.exec(text)?.[0];
  if (plain !== undefined) {
    if (plain.length > MAX_DIGITS) return { error: "int_parsing_size" };
    if (plain.length === text.length) return { ok: toInteger(text) };
  }
  const clean = cleanDigits(text);
  if (clean === undefined || clean.length > MAX_DIGITS || !DIGITS.test(clean)) return { error: "int_parsing" };
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

/** Removes single underscores between digits; other ones stay, and fail later. */
function stripUnderscores(text: string): string {
  if (text.startsWith("_") || text.endsWith("_") || text.includes("__")) return text;
  return text.replaceAll("_", "");
}

// Any text matches in one way only: it may be a megabyte of digits.
const FLOAT = /^[+-]?(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|inf|infinity|nan)$/i;

/** Reads a float as pydantic's lax mode reads text: decimal, exponent, `inf`, `nan`; undefined for other text. */
export function parseFloatText(text: string): number | undefined {
  const trimmed = trimWhiteSpace(text);
  if (FLOAT.test(trimmed)) return toNumber(trimmed);
  // Underscores are allowed only if there are no blanks around the number.
  if (!text.includes("_") || text.startsWith("_") || text.endsWith("_") || text.includes("__")) return undefined;
  const stripped = text.replaceAll("_", "");
  return FLOAT.test(stripped) ? toNumber(stripped) : undefined;
}

function toNumber(text: string): number {
  const lower = text.toLowerCase();
  if (lower.includes("n")) {
    if (lower.includes("a")) return Number.NaN;
    return lower.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  return Number(text);
}

// Unicode White_Space: unlike JavaScript's trim() it has U+0085 and lacks U+FEFF; unlike Python's strip() it lacks
// U+001C to U+001F.
const SPACE = "\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const LEADING = new RegExp(`^[${SPACE}]+`);
const SPACE_CHARACTER = new RegExp(`[${SPACE}]`);

/** Text without Unicode White_Space at either end, as pydantic's number parsers trim. */
export function trimWhiteSpace(text: string): string {
  let end = text.length;
  // A loop, not a regular expression: `[ ]+$` is quadratic on long runs in the middle.
  while (SPACE_CHARACTER.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(LEADING, "");
}
