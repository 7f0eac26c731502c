import { oneLine } from "@svc/model";
import { inertMarkdown } from "./markdown-block.ts";
import { key, num, piecesOf, str } from "./strings.ts";
import type { Code } from "./template.ts";

/** Longest value that stays on one line. */
const LINE_WIDTH = 100;

/**
 * A value as `JSON.parse` gives it, as a literal of TypeScript. Properties that are undefined are left out, as JSON does.
 *
 * @throws TypeError for anything that is not JSON.
 */
export function literal(value: unknown): Code {
  return print(value, 0, str) as Code;
}

/**
 * The same, where its type is written beside it: long texts are sums, whose types declarations could not show.
 *
 * @throws TypeError for anything that is not JSON.
 */
export function typedLiteral(value: unknown): Code {
  return print(value, 0, sum) as Code;
}

function print(value: unknown, depth: number, text: (value: string, depth: number) => string): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return num(value);
  if (typeof value === "string") return text(value, depth);
  if (Array.isArray(value))
    return wrap(
      "[",
      value.map((item) => print(item, depth + 1, text)),
      "]",
      depth,
    );
  if (typeof value === "object") {
    const members = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(
        ([name, item]) => `${key(name)}: ${print(item, depth + 1, text)}${isUntyped(name, item) ? " as const" : ""}`,
      );
    return wrap("{", members, "}", depth);
  }
  throw new TypeError(`Expected a JSON value, got ${typeof value}`);
}

/** Longest text that stands as one literal, with its indentation. */
const TEXT_WIDTH = 118;

/** A text, in several literals where one would be a long line. */
function sum(value: string, depth: number): string {
  const whole = str(value);
  if (whole.length + depth * 2 <= TEXT_WIDTH) return whole;
  const parts = piecesOf(value, Math.max(TEXT_WIDTH - 18 - depth * 2, 40)).map(str);
  return parts.join(` +\n${"  ".repeat(depth + 1)}`);
}

/**
 * TypeScript gives no type from around it to what stands under a name that every object has, or that is computed: it takes
 * the inherited member's type, or none. Left alone, texts there would be of any text.
 */
function isUntyped(name: string, value: unknown): boolean {
  return Object.hasOwn(Object.prototype, name) && typeof value === "object" && value !== null;
}

function wrap(open: string, items: readonly string[], close: string, depth: number): string {
  if (items.length === 0) return open + close;
  let width = depth * 2;
  for (const item of items) width += item.includes("\n") ? LINE_WIDTH : item.length + 2;
  if (width < LINE_WIDTH) {
    const space = open === "{" ? " " : "";
    return `${open}${space}${items.join(", ")}${space}${close}`;
  }
  const indent = "  ".repeat(depth);
  return `${open}\n${items.map((item) => `${indent}  ${item},\n`).join("")}${indent}${close}`;
}

/** ECMA-262, section 12.7.2, with the words that are reserved in strict mode and modules only. */
const RESERVED_WORDS =
  "await break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield let static implements interface package private protected public arguments eval";
/** Names that TypeScript refuses for types, and globals that must keep their meaning. */
const RESERVED_TYPES =
  "any bigint boolean never number object string symbol undefined unknown globalThis NaN Infinity __proto__ require exports module";
const RESERVED: ReadonlySet<string> = new Set(`${RESERVED_WORDS} ${RESERVED_TYPES}`.split(" "));

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Whether a name can be declared as a type and as a constant in an ES module. */
export function isIdentifier(name: string): boolean {
  // A name in another normal form would be another name to the compiler and the same one to the reader.
  return IDENTIFIER.test(name) && !RESERVED.has(name) && name.normalize("NFC") === name;
}

/** A name to declare or refer to. @throws TypeError where it is none: naming is the model's task, not the emitter's. */
export function identifier(name: string): Code {
  if (!isIdentifier(name)) throw new TypeError(`Not an identifier: ${JSON.stringify(name).slice(0, 80)}`);
  return name as Code;
}

/**
 * A JSDoc block with the text as its description, and nothing for a blank text. The text cannot close the block, has no
 * tags, no directives of compilers and bundlers, and is inert Markdown (editors and TypeDoc render it as such).
 */
export function comment(text: string | undefined, ...tags: readonly Code[]): Code {
  const description = text === undefined ? [] : inertMarkdown(text, "comment").map(inert);
  const lines = [...description, ...tags.flatMap((tag) => tag.split("\n"))];
  if (lines.length === 0) return "" as Code;
  if (lines.length === 1 && (lines[0]?.length ?? 0) < 110) return `/** ${lines[0]} */` as Code;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */` as Code;
}

/** A JSDoc tag with text, for {@link comment}: `tag("deprecated", "Use `x`.")`. */
export function tag(name: "deprecated" | "default" | "throws" | "see" | "example" | "param", text = ""): Code {
  return `@${name} ${inert(inertMarkdown(oneLine(text), "comment").join(" "))}`.trimEnd() as Code;
}

/** A `//` comment of one line. */
export function lineComment(text: string): Code {
  return `// ${inert(oneLine(text))}`.trimEnd() as Code;
}

/** Escapes all that ends the comment, or that a tool obeys: `@tag`, `{@link}`, `@ts-ignore`, `#__PURE__`. */
function inert(line: string): string {
  return line
    .replaceAll("*/", "*\\/")
    .replaceAll(/(?<!\\)@(?!\w)|(?<![\w.\\])@/g, "\\@")
    .replaceAll(/#(?=__|\s*source)/g, "\\#");
}
