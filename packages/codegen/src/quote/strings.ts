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

/** A single-quoted string literal, escaped like {@link str}, for texts that are full of double quotes: JSON. */
export function jsonText(text: string): Code {
  const escaped = text.replaceAll(/[\\']/g, "\\$&");
  return `'${escapeInvisible(escaped).replaceAll(/<(?=[/!?]|script)/gi, "\\u003c")}'` as Code;
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
