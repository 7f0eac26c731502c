import { childPointer } from "../load/pointer.ts";
import { setOwn } from "../shared-json.ts";

/** A mistake in a JSON text: what was expected there, or what a string has. */
export type JsonProblem =
  | "value"
  | "name"
  | "colon"
  | "comma"
  | "end"
  | "comma before end of array"
  | "comma before end of object"
  | "open string"
  | "control character"
  | "escape"
  | "code"
  | "depth";

/** Where a text stops being JSON. Offsets are in UTF-16 units. */
export interface JsonFailure {
  readonly problem: JsonProblem;
  readonly offset: number;
  /** Where the string begins that has the problem; else the same. */
  readonly start: number;
  /** Of the value, or of the object or array around it. */
  readonly pointer: string;
}

/** Where a value is: its JSON pointer, and how many objects and arrays are around it. */
export interface JsonPlace {
  pointer(): string;
  readonly depth: number;
}

/** Options of reading a JSON text. */
export interface JsonHandler {
  /** The value of a number. @default null */
  number?(text: string, isFloat: boolean): unknown;
  /** Words that are values. @default null, true, false */
  readonly words?: readonly (readonly [word: string, value: unknown])[];
  /** Most objects and arrays around a value. @default any number */
  readonly maxDepth?: number;
  /** A value begins. */
  value?(place: JsonPlace, offset: number): void;
  /** An object has a name a second time: of its values the last counts. */
  duplicate?(place: JsonPlace, offset: number): void;
}

export const JSON_WORDS: readonly (readonly [word: string, value: unknown])[] = [
  ["null", null],
  ["true", true],
  ["false", false],
];

/**
 * Reads a JSON text (RFC 8259) for what `JSON.parse` does not tell: the digits of numbers, where values are, which names
 * come twice, and what is wrong where. Slower than `JSON.parse`. Nesting costs no stack.
 */
export function readJson(text: string, handler: JsonHandler): { readonly value: unknown } | JsonFailure {
  try {
    return { value: readAll({ text, handler, at: 0, frames: [] }) };
  } catch (error) {
    if (error instanceof Failed) return error.failure;
    throw error;
  }
}

class Failed extends Error {
  readonly failure: JsonFailure;

  constructor(failure: JsonFailure) {
    super(failure.problem);
    this.failure = failure;
  }
}

/** An object or array that is being read. */
type Frame =
  | { readonly items: unknown[]; readonly members?: never; readonly name?: never }
  | { readonly members: { [name: string]: unknown }; name: string; readonly items?: never };

interface Reader {
  readonly text: string;
  readonly handler: JsonHandler;
  readonly frames: Frame[];
  at: number;
}

/** An object or array has begun that is not empty. */
const OPEN = Symbol("open");

function readAll(reader: Reader): unknown {
  const { frames } = reader;
  for (;;) {
    let value = readBegin(reader);
    while (value !== OPEN) {
      const frame = frames.at(-1);
      match(reader, BLANK);
      if (frame === undefined) {
        if (reader.at < reader.text.length) throw failed(reader, "end");
        return value;
      }
      if (frame.items === undefined) setOwn(frame.members, frame.name, value);
      else frame.items.push(value);
      if (take(reader, ",")) {
        readOn(reader, frame);
        break;
      }
      if (!take(reader, frame.items === undefined ? "}" : "]")) throw failed(reader, "comma");
      value = frame.items ?? frame.members;
      frames.pop();
    }
  }
}

/** Reads a value, or the begin of an object or array. */
function readBegin(reader: Reader): unknown {
  match(reader, BLANK);
  reader.handler.value?.(placeOf(reader), reader.at);
  if (take(reader, '"')) return readText(reader, pointerOf);
  if (take(reader, "[")) return open(reader, { items: [] });
  if (take(reader, "{")) return open(reader, { members: {}, name: "" });
  return readAtom(reader);
}

function open(reader: Reader, frame: Frame): unknown {
  const { frames, handler } = reader;
  if (frames.length >= (handler.maxDepth ?? Number.POSITIVE_INFINITY)) throw failed(reader, "depth");
  match(reader, BLANK);
  if (take(reader, frame.items === undefined ? "}" : "]")) return frame.items ?? frame.members;
  frames.push(frame);
  if (frame.items === undefined) readName(reader, frame);
  return OPEN;
}

/** Text behind a comma, up to the next value. */
function readOn(reader: Reader, frame: Frame): void {
  const comma = reader.at - 1;
  match(reader, BLANK);
  const next = reader.text[reader.at];
  if (frame.items === undefined) {
    if (next === "}") throw failed(reader, "comma before end of object", { offset: comma });
    readName(reader, frame);
  } else if (next === "]") throw failed(reader, "comma before end of array", { offset: comma });
}

function readName(reader: Reader, frame: Extract<Frame, { name: string }>): void {
  const start = reader.at;
  if (!take(reader, '"')) throw failed(reader, "name");
  frame.name = readText(reader, aroundOf);
  match(reader, BLANK);
  if (!take(reader, ":")) throw failed(reader, "colon");
  if (Object.hasOwn(frame.members, frame.name)) reader.handler.duplicate?.(placeOf(reader), start);
}

function readAtom(reader: Reader): unknown {
  const { text, handler } = reader;
  for (const [word, value] of handler.words ?? JSON_WORDS) {
    if (!text.startsWith(word, reader.at)) continue;
    reader.at += word.length;
    return value;
  }
  const [number, fraction] = match(reader, NUMBER) ?? [];
  if (number === undefined) throw failed(reader, "value", { place: pointerOf });
  return handler.number?.(number, fraction !== "") ?? null;
}

/** Reads a string after its opening quote. */
function readText(reader: Reader, place: PointerOf): string {
  const start = reader.at - 1;
  const wrong = (problem: JsonProblem, offset: number) => failed(reader, problem, { offset, start, place });
  let text = "";
  for (;;) {
    text += match(reader, PLAIN)?.[0] ?? "";
    if (take(reader, '"')) return text;
    const { at } = reader;
    if (take(reader, "\\")) text += readEscape(reader, wrong);
    else if (at < reader.text.length) throw wrong("control character", at);
    if (reader.at >= reader.text.length) throw wrong("open string", start);
  }
}

/** Reads an escape after its backslash. */
function readEscape(reader: Reader, wrong: (problem: JsonProblem, offset: number) => Failed): string {
  const { at } = reader;
  const letter = reader.text[at] ?? "";
  reader.at++;
  if (letter === "u") {
    const code = match(reader, HEX4)?.[0];
    // Digits at the end of the text may be the first of more.
    if (code === undefined || reader.at >= reader.text.length) throw wrong("code", at);
    return String.fromCharCode(Number.parseInt(code, 16));
  }
  if (letter !== "" && !/["\\/bfnrt]/.test(letter)) throw wrong("escape", at - 1);
  return ESCAPES[letter] ?? letter;
}

const ESCAPES: { readonly [letter: string]: string | undefined } = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const BLANK = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)((?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON forbids in a string.
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const HEX4 = /[0-9a-fA-F]{4}/y;

/** Reads the match of a sticky pattern. */
function match(reader: Reader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text) ?? undefined;
  reader.at += found?.[0].length ?? 0;
  return found;
}

/** Reads a character if it is the next one. */
function take(reader: Reader, character: string): boolean {
  if (reader.text[reader.at] !== character) return false;
  reader.at++;
  return true;
}

type PointerOf = (frames: readonly Frame[]) => string;

const pointerOf: PointerOf = (frames) =>
  frames.reduce((pointer, { items, name = "" }) => childPointer(pointer, items?.length ?? name), "");
const aroundOf: PointerOf = (frames) => pointerOf(frames.slice(0, -1));

function placeOf({ frames }: Reader): JsonPlace {
  return { pointer: () => pointerOf(frames), depth: frames.length };
}

interface FailedAt {
  readonly offset?: number;
  readonly start?: number;
  readonly place?: PointerOf;
}

function failed({ at, frames }: Reader, problem: JsonProblem, where: FailedAt = {}): Failed {
  const { offset = at, start = offset, place = aroundOf } = where;
  return new Failed({ problem, offset, start, pointer: place(frames) });
}
