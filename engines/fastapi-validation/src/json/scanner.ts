/** Syntax error at an offset of a JSON text. Internal to the parser. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** JSON is nested more deeply, or has an integer of more digits, than Python allows. Internal to the parser. */
export class JsonLimitError extends Error {
  override readonly name = "JsonLimitError";
}

/** A text with the position of the parser. */
export interface JsonReader {
  readonly text: string;
  position: number;
  depth: number;
}

/** Reads the match of a sticky pattern at the position. */
export function match(reader: JsonReader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reader.position;
  const found = pattern.exec(reader.text);
  if (found === null) return undefined;
  reader.position += found[0].length;
  return found;
}

/** The character at the position, `""` at the end. */
export function peek(reader: JsonReader): string {
  return reader.text.charAt(reader.position);
}

/** Reads a character if it is the next one. */
export function take(reader: JsonReader, character: string): boolean {
  if (peek(reader) !== character) return false;
  reader.position += 1;
  return true;
}

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

/** Reads a string after its opening quote. @throws JsonSyntaxError */
export function readText(reader: JsonReader): string {
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

function readEscape(reader: JsonReader, begin: number): string {
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
