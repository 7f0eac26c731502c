/** A part of a regular expression. */
export type PatternNode =
  /** One character: the source of a class or escape, or the character itself. */
  | { readonly kind: "character"; readonly source: string }
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "group"; readonly number: number | undefined; readonly options: readonly PatternNode[][] }
  | { readonly kind: "repeat"; readonly node: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: "reference"; readonly number: number }
  /** `^` and `$`. */
  | { readonly kind: "start" | "end" }
  /** `\b`, and `\B`. */
  | { readonly kind: "border"; readonly isNot: boolean }
  | {
      readonly kind: "look";
      readonly isBehind: boolean;
      readonly isNot: boolean;
      readonly options: readonly PatternNode[][];
    };

/** Groups in groups beyond this are not parsed: a document cannot exhaust the stack. */
const MAX_DEPTH = 100;

/** Parses a valid pattern: its alternatives. Undefined for what cannot be parsed. */
export function parsePattern(pattern: string): readonly PatternNode[][] | undefined {
  const reader: Reader = { pattern, position: 0, groups: 0, depth: 0, names: new Map() };
  const options = parseOptions(reader);
  return reader.position === pattern.length ? options : undefined;
}

interface Reader {
  readonly pattern: string;
  position: number;
  groups: number;
  depth: number;
  /** Numbers of named groups. */
  readonly names: Map<string, number>;
}

function parseOptions(reader: Reader): PatternNode[][] {
  const options: PatternNode[][] = [[]];
  while (reader.position < reader.pattern.length) {
    const character = reader.pattern[reader.position];
    if (character === ")") break;
    if (character === "|") {
      reader.position++;
      options.push([]);
      continue;
    }
    const node = parseAtom(reader);
    if (node !== undefined) options.at(-1)?.push(parseQuantifier(reader, node));
  }
  return options;
}

/** Undefined where groups nest too deeply, or in ways that are not known. */
function parseAtom(reader: Reader): PatternNode | undefined {
  const character = String.fromCodePoint(reader.pattern.codePointAt(reader.position) ?? 0);
  if (character === "(") return parseGroup(reader);
  if (character === "\\") return parseEscape(reader);
  if (character === "[") return { kind: "character", source: take(reader, CLASS) };
  reader.position += character.length;
  if (character === "^") return { kind: "start" };
  if (character === "$") return { kind: "end" };
  return character === "." ? { kind: "character", source: "." } : { kind: "literal", text: character };
}

const CLASS = /\[(?:\\[\s\S]|[^\]\\])*\]/y;
const ESCAPE = /\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|[pP]\{[^}]*\}|k<[^>]*>|[1-9]\d?|[\s\S])/iy;
const GROUP = /\((?:\?(?::|<?[=!]|<[^>]*>))?/y;
const QUANTIFIER = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y;

function take(reader: Reader, expression: RegExp): string {
  expression.lastIndex = reader.position;
  const text = expression.exec(reader.pattern)?.[0] ?? reader.pattern.slice(reader.position);
  reader.position += text.length;
  return text;
}

function parseEscape(reader: Reader): PatternNode {
  const source = take(reader, ESCAPE);
  if (/^\\[bB]$/.test(source)) return { kind: "border", isNot: source === "\\B" };
  if (/^\\[1-9]/.test(source)) return { kind: "reference", number: Number(source.slice(1)) };
  const named = /^\\k<(.*)>$/.exec(source)?.[1];
  const number = named === undefined ? undefined : reader.names.get(named);
  return number === undefined ? { kind: "character", source } : { kind: "reference", number };
}

function parseGroup(reader: Reader): PatternNode | undefined {
  const opening = take(reader, GROUP);
  const number = opening === "(" || /^\(\?<[^=!]/.test(opening) ? ++reader.groups : undefined;
  const name = /^\(\?<([^=!].*)>$/.exec(opening)?.[1];
  if (name !== undefined && number !== undefined) reader.names.set(name, number);
  // Flags of a group change what is in it.
  const isForeign = opening === "(" && reader.pattern[reader.position] === "?";
  if (isForeign || ++reader.depth > MAX_DEPTH) {
    reader.position = reader.pattern.length + 1;
    return undefined;
  }
  const options = parseOptions(reader);
  reader.depth--;
  reader.position++;
  if (!/[=!]$/.test(opening)) return { kind: "group", number, options };
  return { kind: "look", isBehind: opening.includes("<"), isNot: opening.endsWith("!"), options };
}

function parseQuantifier(reader: Reader, node: PatternNode): PatternNode {
  QUANTIFIER.lastIndex = reader.position;
  const text = QUANTIFIER.exec(reader.pattern)?.[0];
  if (text === undefined) return node;
  reader.position += text.length;
  const [min, max] = bounds(text);
  return { kind: "repeat", node, min, max };
}

function bounds(quantifier: string): [number, number] {
  if (quantifier.startsWith("*")) return [0, Number.POSITIVE_INFINITY];
  if (quantifier.startsWith("+")) return [1, Number.POSITIVE_INFINITY];
  if (quantifier.startsWith("?")) return [0, 1];
  const [, min = "0", comma, max = ""] = /^\{(\d+)(?:(,)(\d*))?\}/.exec(quantifier) ?? [];
  if (comma === undefined) return [Number(min), Number(min)];
  return [Number(min), max === "" ? Number.POSITIVE_INFINITY : Number(max)];
}
