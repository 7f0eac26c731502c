/** What leaves the JSON parser from any depth: an error at an offset of the text. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Nesting that Python would not follow either. */
export class JsonDepthError extends Error {
  override readonly name = "JsonDepthError";
}

/** A text and how far it is read. */
export interface JsonReader {
  readonly text: string;
  position: number;
  depth: number;
}

/** Takes what a sticky pattern matches at the position. */
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

/** Takes a character if it is the next. */
export function take(reader: JsonReader, character: string): boolean {
  if (peek(reader) !== character) return false;
  reader.position += 1;
  return true;
}
