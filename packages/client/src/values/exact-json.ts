import type { Extras } from "../extras.ts";
import { encodeBody } from "../params/styles.ts";

/** An integer that a number cannot hold, by its digits. */
export class Exact {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

/** Escapes, quotes, and integers that may be too long for a number, which end where their list or object goes on. */
const TOKENS = /\\.|"|(^|[[:,\s])(-?[1-9]\d{15,})(?=[\],}\s]|$)/gs;

/**
 * Parses JSON; integers that a number cannot hold are {@link Exact}. `JSON.parse` of newer runtimes gives a reviver the
 * source of every value. This does the same in all of them, and is faster: text without a long integer, which nearly all
 * is, is parsed as ever. In other text long integers become strings that begin with a mark that the text does not have.
 *
 * @param parsed that `JSON.parse` made of the text
 * @throws SyntaxError for text that is no JSON
 */
export function parseExact(text: string, parsed: unknown = JSON.parse(text)): unknown {
  if (!/\d{16}/.test(text)) return parsed;
  const mark = markFor(text);
  const revive = (_: string, value: unknown): unknown => {
    if (typeof value !== "string" || !value.startsWith(mark)) return value;
    const digits = value.slice(mark.length);
    return Number.isSafeInteger(Number(digits)) ? Number(digits) : new Exact(digits);
  };
  return JSON.parse(markIntegers(text, mark), revive);
}

/** A mark that a text does not have: longer than each of its own. */
function markFor(text: string): string {
  let longest = 0;
  for (const [run] of text.matchAll(/#+/g)) longest = Math.max(longest, run.length);
  return "#".repeat(longest + 1);
}

/** Puts long integers in quotes, with a mark, but for those within strings. */
function markIntegers(text: string, mark: string): string {
  let isInString = false;
  return text.replace(TOKENS, (token: string, before: string | undefined, digits: string | undefined) => {
    if (token === '"') isInString = !isInString;
    return digits && !isInString ? `${before}"${mark}${digits}"` : token;
  });
}

/** The data with numbers in the place of those {@link Exact} that nobody asked for, as `JSON.parse` gives them. */
export function withoutExact(value: unknown): unknown {
  if (value instanceof Exact) return Number(value.digits);
  const isData = Array.isArray(value) || (value && Object.getPrototypeOf(value) === Object.prototype);
  if (!isData) return value;
  for (const [key, member] of Object.entries(value as object)) {
    const made = withoutExact(member);
    if (made !== member) Object.defineProperty(value, key, { value: made });
  }
  return value;
}

/** `JSON.stringify` that writes a bigint and {@link Exact} as an integer. */
export function stringifyExact(value: unknown): string {
  for (let mark = "#"; ; mark += "#") {
    let count = 0;
    const replace = function (this: { readonly [key: string]: unknown }, key: string, given: unknown): unknown {
      // Not what `toJSON` made of it: some programs give BigInt one.
      const own = this[key];
      if (typeof own !== "bigint" && !(own instanceof Exact)) return given;
      const digits = own instanceof Exact ? own.digits : String(own);
      if (Number.isSafeInteger(Number(digits))) return Number(digits);
      count++;
      return mark + digits;
    };
    const text = JSON.stringify(value, replace);
    if (count === 0) return text;
    // A longer mark, where a text of the caller's looks like this one.
    const marked = new RegExp(`"${mark}(-?\\d+)"`, "g");
    if (text.match(marked)?.length === count) return text.replace(marked, "$1");
  }
}

/** Encodes a body as `encodeBody` does; in JSON a bigint is an integer. Of forms see `withValues`. */
export const encodeExactBody: NonNullable<Extras["bodies"]> = (row, body, headers) => {
  const isExact = /json|\*/i.test(row.type) && hasInteger(body);
  const parts = encodeBody(row, isExact ? null : body, headers);
  return isExact ? { ...parts, body: stringifyExact(body) } : parts;
};

/** Whether JSON cannot hold a value as it is. */
export function hasInteger(value: unknown): boolean {
  if (typeof value === "bigint" || value instanceof Exact) return true;
  const isData = Array.isArray(value) || (value !== null && typeof value === "object" && !(value instanceof Blob));
  return isData && Object.values(value as object).some(hasInteger);
}
