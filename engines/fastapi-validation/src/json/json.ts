import { JSON_WORDS, type JsonProblem, readJson } from "@svc/model/data";
import { JsonFloat, MAX_DIGITS, toInteger } from "./number.ts";

/** Result of Python's `json.loads`. `tooMuch` is its RecursionError, or its ValueError for an integer of too many digits. */
export type ParsedJson =
  | { readonly value: unknown }
  | { readonly error: string; readonly position: number }
  | { readonly tooMuch: true };

/** Largest nesting, as limited by Python. */
const MAX_DEPTH = 990;
const WORDS: readonly (readonly [text: string, value: unknown])[] = [
  ...JSON_WORDS,
  ["NaN", new JsonFloat(Number.NaN)],
  ["Infinity", new JsonFloat(Number.POSITIVE_INFINITY)],
  ["-Infinity", new JsonFloat(Number.NEGATIVE_INFINITY)],
];

/** Python's messages. */
const MESSAGES: { readonly [problem in Exclude<JsonProblem, "depth">]: string } = {
  value: "Expecting value",
  name: "Expecting property name enclosed in double quotes",
  colon: "Expecting ':' delimiter",
  comma: "Expecting ',' delimiter",
  end: "Extra data",
  "comma before end of array": "Illegal trailing comma before end of array",
  "comma before end of object": "Illegal trailing comma before end of object",
  "open string": "Unterminated string starting at",
  "control character": "Invalid control character at",
  escape: "Invalid \\escape",
  code: "Invalid \\uXXXX escape",
};

class TooManyDigits extends Error {}

function numberOf(text: string, isFloat: boolean): unknown {
  if (isFloat) return new JsonFloat(Number(text));
  if (text.length > MAX_DIGITS && text.replace("-", "").length > MAX_DIGITS) throw new TooManyDigits();
  return toInteger(text);
}

/** Parses JSON as Python does: big integers are exact, floats marked, `NaN` accepted; with its messages and positions. */
export function parseJson(text: string): ParsedJson {
  try {
    const read = readJson(text, { number: numberOf, words: WORDS, maxDepth: MAX_DEPTH });
    if ("value" in read) return read;
    if (read.problem === "depth") return { tooMuch: true };
    return { error: MESSAGES[read.problem], position: codePointsBefore(text, read.offset) };
  } catch (error) {
    if (error instanceof TooManyDigits) return { tooMuch: true };
    throw error;
  }
}

/** Python counts code points, not UTF-16 units. */
function codePointsBefore(text: string, end: number): number {
  let count = 0;
  for (const _ of text.slice(0, end)) count += 1;
  return count;
}

/** Parses the bytes of a JSON text in the encodings that Python detects; `unreadable` if they are in none. */
export function parseJsonBytes(bytes: Uint8Array): ParsedJson | { readonly unreadable: true } {
  try {
    return parseJson(new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof TypeError) return { unreadable: true };
    throw error;
  }
}

/** Detects the encoding by a byte order mark, else by the position of zero bytes: JSON begins with an ASCII character. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return "utf-16be";
  return "utf-8";
}
