import type { Files } from "../emitter.ts";

/** Longest line of generated TypeScript, as formatters have it. A literal that is longer stands as it is. */
const WIDTH = 120;

/** Files by their paths, with the lines of those in TypeScript as people break theirs. */
export function filesOf(texts: { readonly [path: string]: string }): Files {
  const entries = Object.entries(texts);
  return new Map(entries.map(([path, text]) => [path, path.endsWith(".ts") ? wrapLines(text) : text]));
}

/**
 * Generated TypeScript with its long lines broken where people break theirs: at the items of lists, at unions, between
 * words. Blocks without members are `{}`, and one empty line separates what two would.
 */
export function wrapLines(source: string): string {
  let isComment = false;
  let isFenced = false;
  const lines: string[] = [];
  for (const line of source
    .replaceAll(/\{\n\s*\}/g, "{}")
    .replaceAll(/\n{3,}/g, "\n\n")
    .split("\n")) {
    const isShort = line.length <= WIDTH;
    // Most lines: nothing of them begins, goes on or ends a comment.
    if (!isComment && isShort && !line.includes("*")) {
      lines.push(line);
      continue;
    }
    const isText = isComment || /^\s*\/\*/.test(line);
    if (isText) isComment = !line.includes("*/");
    if (line.includes("```") && /^\s*(?:\/\*)?\*+\s*```/.test(line)) isFenced = !isFenced;
    if (!isComment) isFenced = false;
    if (isShort || isFenced) lines.push(line);
    else for (const part of isText ? wrapComment(line) : wrapCode(line)) lines.push(part);
  }
  return lines.join("\n");
}

/** Beginnings of words that would mean something else at the beginning of a line. */
const MARK = /^(?:[-+*#>|=@~:]|```|\d+[.)])/;

/** A line of a doc comment in several. Tables and headings stay one. */
function wrapComment(line: string): string[] {
  const [, indent = "", open = "", text = "", close = ""] = /^(\s*)(\/\*\*|\*) (.*?)( \*\/)?$/.exec(line) ?? [];
  const isPlain = text !== "" && !/^\s*(?:\||#)/.test(text) && !text.includes("*/");
  if (!isPlain || (open === "/**" && close === "")) return [line];
  const [inner = ""] = /^\s*(?:[-*+] |\d+[.)] )?/.exec(text) ?? [];
  const lead = `${indent}${open === "/**" ? " " : ""}* `;
  const lines = [`${lead}${inner}`];
  for (const [index, word] of text.slice(inner.length).split(" ").entries()) {
    const last = lines.at(-1) ?? "";
    const fits = last.length + 1 + word.length <= WIDTH;
    if (index === 0) lines[0] = last + word;
    else if (fits || word === "" || MARK.test(word)) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${lead}${" ".repeat(inner.length)}${word}`);
  }
  if (open === "/**") return [`${indent}/**`, ...lines, `${indent} */`];
  return close === "" ? lines : [...lines, `${indent}*/`];
}

/** A bracket of a line and what it holds. */
interface Group {
  readonly open: number;
  readonly close: number;
  /** Positions of the separators directly in it. */
  readonly at: readonly number[];
}

/** Longer lines are data; the engine's expressions recurse over their texts. */
const LONGEST = 50_000;

/** A line of code in several; as it is where there is no place to break it. */
function wrapCode(line: string): string[] {
  const read = line.length <= WIDTH || line.length > LONGEST ? undefined : readLine(line);
  if (read === undefined) return [line];
  const { unions } = read;
  const [widest] = read.groups.toSorted((a, b) => b.close - b.open - (a.close - a.open));
  const width = widest === undefined ? 0 : widest.close - widest.open;
  if (unions.length > 1 || (unions.length === 1 && width < line.length / 2)) return wrapUnion(line, read);
  return widest === undefined || width < 2 ? [line] : wrapGroup(line, widest);
}

/** A union with a line for each member, deeper than what it is the type of. */
function wrapUnion(line: string, { unions, start }: Reading): string[] {
  const indent = indentOf(line);
  const [end = ""] = /[;,]?$/.exec(line) ?? [];
  const isWhole = start <= indent.length;
  const isClosing = /^[)\]}>]/.test(line.slice(indent.length));
  const members = splitAt(line.slice(0, line.length - end.length), unions, isWhole ? 0 : start);
  const lines = members.flatMap((member, index) => {
    // The end of a member that began on an earlier line.
    const mark = isWhole && isClosing && index === 0 ? "" : "| ";
    const text = `${indent}${isWhole ? "" : "  "}${mark}${member.replace(/^\| /, "")}`;
    return wrapCode(index < members.length - 1 ? text : text + end);
  });
  return isWhole ? lines : [line.slice(0, start).trimEnd(), ...lines];
}

/** A bracket with a line for each item. */
function wrapGroup(line: string, { open, close, at }: Group): string[] {
  const indent = indentOf(line);
  const mark = line[at[0] ?? -1] ?? "";
  const items = splitAt(line.slice(0, close), at, open + 1);
  // Type arguments and rest parameters have no comma behind them.
  const hasEnd = items.length > 1 && line[open] !== "<" && !items.at(-1)?.startsWith("...");
  const lines = items.map((item, index) => `${indent}  ${item}${index < items.length - 1 || hasEnd ? mark : ""}`);
  return [
    ...wrapCode(line.slice(0, open + 1)),
    ...lines.flatMap(wrapCode),
    ...wrapCode(`${indent}${line.slice(close)}`),
  ];
}

function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? "";
}

/** The texts between positions, from a position on. */
function splitAt(text: string, positions: readonly number[], from: number): string[] {
  const ends = [...positions.filter((at) => at >= from), text.length];
  const parts = ends.map((end, index) => text.slice(index === 0 ? from : (ends[index - 1] ?? 0) + 1, end).trim());
  return parts.filter((part) => part !== "");
}

/** Places where a line can break: brackets and unions that are in no other. */
interface Reading {
  readonly groups: readonly Group[];
  readonly unions: readonly number[];
  /** Where the union begins. */
  readonly start: number;
}

const CLOSING: { readonly [open: string]: string } = { "(": ")", "[": "]", "{": "}", "<": ">" };
const TOKEN = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\*.*?\*\/|=>|(?<=[\w$>])<(?! )|[()[\]{}>,;]| \| |: | = /g;

/** Undefined for a line that is none to break: with a template, or with brackets that do not fit together. */
function readLine(line: string): Reading | undefined {
  if (line.includes("`") || /^\s*\/\//.test(line)) return undefined;
  const groups: Group[] = [];
  const unions: number[] = [];
  const open: { readonly mark: string; readonly from: number; readonly at: number[] }[] = [];
  let start = 0;
  for (const { 0: token, index } of line.matchAll(TOKEN)) {
    const top = open.at(-1);
    if (Object.hasOwn(CLOSING, token)) open.push({ mark: token, from: index, at: [] });
    else if (token === "," || token === ";") top?.at.push(index);
    else if (top === undefined && token === " | " && line.slice(0, index).trim() !== "") unions.push(index);
    else if (top === undefined && /^(?:: | = )$/.test(token) && unions.length === 0) start = index + token.length;
    else if (top !== undefined && token === CLOSING[top.mark]) {
      open.pop();
      if (open.length === 0) groups.push({ open: top.from, close: index, at: top.at });
    } else if (top !== undefined && /^[)\]}]$/.test(token)) return undefined;
  }
  // What later lines close is not in the way.
  const isWhole = open[0] === undefined || /^[([{<]+$/.test(line.slice(open[0].from));
  return isWhole ? { groups, unions, start } : undefined;
}
