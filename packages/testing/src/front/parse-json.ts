import { JsonFloat } from "./json-float.ts";
import { toInteger } from "./parse-integer.ts";
import { setOwn } from "./schema/validator.ts";

/** What Python's `json.loads` makes of a text. `tooDeep` is its RecursionError. */
export type ParsedJson =
  | { readonly value: unknown }
  | { readonly error: string; readonly position: number }
  | { readonly tooDeep: true };

/** Deeper nesting than this is refused, as Python's own limit does. */
const MAX_DEPTH = 990;
const BLANK = /[ \t\n\r]*/y;
const NUMBER = /(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON forbids in a string.
const PLAIN_TEXT = /[^"\\\u0000-\u001f]*/y;
const HEX4 = /[0-9a-fA-F]{4}/y;
const ESCAPES: { readonly [letter: string]: string } = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
const CONSTANTS: readonly (readonly [text: string, value: unknown])[] = [
  ["null", null],
  ["true", true],
  ["false", false],
  ["NaN", new JsonFloat(Number.NaN)],
  ["Infinity", new JsonFloat(Number.POSITIVE_INFINITY)],
  ["-Infinity", new JsonFloat(Number.NEGATIVE_INFINITY)],
];

class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

class JsonDepthError extends Error {
  override readonly name = "JsonDepthError";
}

interface Reader {
  readonly text: string;
  position: number;
  depth: number;
}

/** Reads JSON as Python does: big integers exact, floats marked, `NaN` taken, and its messages and positions. */
export function parseJson(text: string): ParsedJson {
  const reader: Reader = { text, position: 0, depth: 0 };
  try {
    skipBlanks(reader);
    const value = readValue(reader);
    skipBlanks(reader);
    if (reader.position < text.length) throw new JsonSyntaxError("Extra data", reader.position);
    return { value };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { error: error.message, position: codePointsBefore(text, error.at) };
    if (error instanceof JsonDepthError) return { tooDeep: true };
    throw error;
  }
}

/** Python counts code points, not UTF-16 units. */
function codePointsBefore(text: string, end: number): number {
  let count = 0;
  for (const _ of text.slice(0, end)) count += 1;
  return count;
}

function skipBlanks(reader: Reader): void {
  match(reader, BLANK);
}

function match(reader: Reader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reader.position;
  const found = pattern.exec(reader.text);
  if (found === null) return undefined;
  reader.position += found[0].length;
  return found;
}

function readValue(reader: Reader): unknown {
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

function nested(reader: Reader, read: (reader: Reader) => unknown): unknown {
  reader.depth += 1;
  if (reader.depth > MAX_DEPTH) throw new JsonDepthError("too deep");
  reader.position += 1;
  skipBlanks(reader);
  const value = read(reader);
  reader.depth -= 1;
  return value;
}

function readAtom(reader: Reader): unknown {
  for (const [text, value] of CONSTANTS) {
    if (!reader.text.startsWith(text, reader.position)) continue;
    reader.position += text.length;
    return value;
  }
  const number = match(reader, NUMBER);
  if (number === undefined) throw new JsonSyntaxError("Expecting value", reader.position);
  const [all, whole = "", fraction, exponent] = number;
  return fraction === undefined && exponent === undefined ? toInteger(whole) : new JsonFloat(Number(all));
}

function readArray(reader: Reader): unknown[] {
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

function readObject(reader: Reader): Record<string, unknown> {
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

function peek(reader: Reader): string {
  return reader.text.charAt(reader.position);
}

function take(reader: Reader, character: string): boolean {
  if (peek(reader) !== character) return false;
  reader.position += 1;
  return true;
}

/** Reads on from after the opening quote. */
function readText(reader: Reader): string {
  const begin = reader.position - 1;
  let text = "";
  for (;;) {
    text += match(reader, PLAIN_TEXT)?.[0] ?? "";
    const next = peek(reader);
    if (next === "") throw new JsonSyntaxError("Unterminated string starting at", begin);
    if (next === "\\") text += readEscape(reader, begin);
    else {
      if (next !== '"') throw new JsonSyntaxError("Invalid control character at", reader.position);
      reader.position += 1;
      return text;
    }
  }
}

function readEscape(reader: Reader, begin: number): string {
  const start = reader.position;
  reader.position += 1;
  const letter = peek(reader);
  if (letter === "") throw new JsonSyntaxError("Unterminated string starting at", begin);
  reader.position += 1;
  if (letter === "u") {
    const at = reader.position - 1;
    const code = match(reader, HEX4);
    // Python's scanner wants one more character after the digits before it looks at them.
    const isCut = reader.position >= reader.text.length;
    if (code === undefined || isCut) throw new JsonSyntaxError("Invalid \\uXXXX escape", at);
    return String.fromCharCode(Number.parseInt(code[0], 16));
  }
  const character = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
  if (character === undefined) throw new JsonSyntaxError("Invalid \\escape", start);
  return character;
}
