import { escapeInvisible, escapeInvisibleLines } from "@svc/model";
import type { Code } from "./template.ts";

/** Strings without anything to escape: most strings of most documents. */
const PLAIN_TEXT = /^[ !#-;=-[\]-~]*$/;

/**
 * A double-quoted string literal, valid as JavaScript, TypeScript and JSON. Beyond what JSON asks for it escapes what is
 * invisible, line separators and lone surrogates, and what could end or open an element of HTML around it.
 */
export function str(text: string): Code {
  if (typeof text !== "string") throw new TypeError(`Expected a string to quote, got ${typeof text}`);
  if (PLAIN_TEXT.test(text)) return `"${text}"` as Code;
  return escapeInvisible(JSON.stringify(text)).replaceAll(/<(?=[/!?]|script)/gi, "\\u003c") as Code;
}

/** Longest text of a line of JSON, before its quotes are escaped. */
const LINE_LENGTH = 110;

/** A text that is full of double quotes, JSON: single-quoted, escaped like {@link str}, a long one in several lines. */
export function jsonText(text: string): Code {
  if (text.length <= LINE_LENGTH) return singleQuoted(text) as Code;
  const lines = piecesOf(text, LINE_LENGTH).map((piece) => `  ${singleQuoted(piece)},\n`);
  return `[\n${lines.join("")}].join("")` as Code;
}

function singleQuoted(text: string): string {
  const escaped = text.replaceAll(/[\\']/g, "\\$&");
  return `'${escapeInvisible(escaped).replaceAll(/<(?=[/!?]|script)/gi, "\\u003c")}'`;
}

/** As many whole words as there are; else parts of an address. */
const WORDS = /^.*[ ,](?![ ,])/s;
const PARTS = /^.*[&/?;]/s;

/** A text in pieces of a length at most, that end with a word or value where they can. */
export function piecesOf(value: string, length: number): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < value.length; ) {
    const most = value.slice(from, from + length);
    const [end = most] = from + length < value.length ? (WORDS.exec(most) ?? PARTS.exec(most) ?? []) : [];
    // Halves of a character are none.
    const piece = /[\ud800-\udbff]$/.test(end) && end.length > 1 ? end.slice(0, -1) : end;
    pieces.push(piece);
    from += piece.length;
  }
  return pieces;
}

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;

/**
 * A property name for object literals, interfaces and type literals: plain where it can be, quoted, or computed for
 * `__proto__`, which as a plain or quoted key of an object literal would set the prototype.
 */
export function key(name: string): Code {
  if (name === "__proto__") return '["__proto__"]' as Code;
  return (PLAIN_NAME.test(name) ? name : str(name)) as Code;
}

/** Access to a member by its name: `.name` or `["na-me"]`. */
export function member(name: string): Code {
  return (PLAIN_NAME.test(name) && name !== "__proto__" ? `.${name}` : `[${str(name)}]`) as Code;
}

/** A number. @throws TypeError for anything that is no finite number at run time, whatever its type says. */
export function num(value: number): Code {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new TypeError("Expected a finite number to print");
  return (Object.is(value, -0) ? "-0" : String(value)) as Code;
}

/** A JSON text with a line end, for files of JSON: escaped like {@link str}. Any value that JSON has. */
export function json(value: unknown): Code {
  return `${escapeInvisibleLines(JSON.stringify(value, null, 2))}\n` as Code;
}
