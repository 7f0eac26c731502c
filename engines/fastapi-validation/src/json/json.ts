import { setOwn } from "@svc/model/data";
import { JsonFloat, MAX_DIGITS, toInteger } from "./number.ts";
import { JsonLimitError, type JsonReader, JsonSyntaxError, match, peek, readText, take } from "./scanner.ts";

/** Result of Python's `json.loads`. `tooMuch` is its RecursionError, or its ValueError for an integer of too many digits. */
export type ParsedJson =
  | { readonly value: unknown }
  | { readonly error: string; readonly position: number }
  | { readonly tooMuch: true };

/** Largest nesting, as limited by Python. */
const MAX_DEPTH = 990;
const BLANK = /[ \t\n\r]*/y;
const NUMBER = /(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const CONSTANTS: readonly (readonly [text: string, value: unknown])[] = [
  ["null", null],
  ["true", true],
  ["false", false],
  ["NaN", new JsonFloat(Number.NaN)],
  ["Infinity", new JsonFloat(Number.POSITIVE_INFINITY)],
  ["-Infinity", new JsonFloat(Number.NEGATIVE_INFINITY)],
];

/** Parses JSON as Python does: big integers are exact, floats marked, `NaN` accepted; with its messages and positions. */
export function parseJson(text: string): ParsedJson {
  const reader: JsonReader = { text, position: 0, depth: 0 };
  try {
    skipBlanks(reader);
    const value = readValue(reader);
    skipBlanks(reader);
    if (reader.position < text.length) throw new JsonSyntaxError("Extra data", reader.position);
    return { value };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { error: error.message, position: codePointsBefore(text, error.at) };
    if (error instanceof JsonLimitError) return { tooMuch: true };
    throw error;
  }
}

/** Python counts code points, not UTF-16 units. */
function codePointsBefore(text: string, end: number): number {
  let count = 0;
  for (const _ of text.slice(0, end)) count += 1;
  return count;
}

function skipBlanks(reader: JsonReader): void {
  match(reader, BLANK);
}

function readValue(reader: JsonReader): unknown {
  switch (reader.text.charAt(reader.position)) {
    case '"':
      reader.position += 1;
      return readText(reader);
    case "{":
      return nested(reader, readObject);
    case "[":
      return nested(reader, readArray);
    default:
      return readAtom(reader);
  }
}

function nested(reader: JsonReader, read: (reader: JsonReader) => unknown): unknown {
  reader.depth += 1;
  if (reader.depth > MAX_DEPTH) throw new JsonLimitError("too deep");
  reader.position += 1;
  skipBlanks(reader);
  const value = read(reader);
  reader.depth -= 1;
  return value;
}

function readAtom(reader: JsonReader): unknown {
  for (const [text, value] of CONSTANTS) {
    if (!reader.text.startsWith(text, reader.position)) continue;
    reader.position += text.length;
    return value;
  }
  const number = match(reader, NUMBER);
  if (number === undefined) throw new JsonSyntaxError("Expecting value", reader.position);
  const [all, whole = "", fraction, exponent] = number;
  if (fraction !== undefined || exponent !== undefined) return new JsonFloat(Number(all));
  if (whole.length > MAX_DIGITS && whole.replace("-", "").length > MAX_DIGITS) throw new JsonLimitError("too long");
  return toInteger(whole);
}

function readArray(reader: JsonReader): unknown[] {
  const items: unknown[] = [];
  if (take(reader, "]")) return items;
  for (;;) {
    items.push(readValue(reader));
    skipBlanks(reader);
    if (take(reader, "]")) return items;
    const comma = reader.position;
    if (!take(reader, ",")) throw new JsonSyntaxError("Expecting ',' delimiter", reader.position);
    skipBlanks(reader);
    if (peek(reader) === "]") throw new JsonSyntaxError("Illegal trailing comma before end of array", comma);
  }
}

function readObject(reader: JsonReader): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  if (take(reader, "}")) return members;
  const wantsName = "Expecting property name enclosed in double quotes";
  if (peek(reader) !== '"') throw new JsonSyntaxError(wantsName, reader.position);
  for (;;) {
    reader.position += 1;
    const name = readText(reader);
    skipBlanks(reader);
    if (!take(reader, ":")) throw new JsonSyntaxError("Expecting ':' delimiter", reader.position);
    skipBlanks(reader);
    setOwn(members, name, readValue(reader));
    skipBlanks(reader);
    if (take(reader, "}")) return members;
    const comma = reader.position;
    if (!take(reader, ",")) throw new JsonSyntaxError("Expecting ',' delimiter", reader.position);
    skipBlanks(reader);
    if (peek(reader) === "}") throw new JsonSyntaxError("Illegal trailing comma before end of object", comma);
    if (peek(reader) !== '"') throw new JsonSyntaxError(wantsName, reader.position);
  }
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
