import { matcherOf } from "../pattern/match-pattern.ts";
import { regExp } from "../pattern/regexp.ts";

/**
 * The regular expression of a `pattern`, with the `u` flag where that works, as JSON Schema advises; without it for
 * patterns that only use what the flag forbids and that mean the same in both (`\_`, `[\w-.]`). Undefined for patterns of
 * other dialects: `(?i)`, `\A`, `\z` would silently mean something else, `/^a$/i` would match nothing; and for those that
 * cannot be matched in a time that grows with the text alone, such as `^(a+)+\1$`.
 */
export function compilePattern(pattern: string): RegExp | undefined {
  // A POSIX class would be read as the class of its letters.
  const hasPosixClass = /\[:\^?[a-z]+:\]/.test(pattern);
  // Written as a literal: `^` after a slash matches nothing.
  const isLiteral = /^\/\^.*\$\/[a-z]*$/s.test(pattern);
  if (hasPosixClass || isLiteral) return undefined;
  const result = regExp(pattern);
  if (result?.unicode === false && isForeign(pattern)) return undefined;
  return matcherOf(pattern) === undefined ? undefined : result;
}

/** Escaped letters that mean nothing, or another thing, without the `u` flag. */
function isForeign(pattern: string): boolean {
  return /\\(?:[^bBcdDfnrsStvwWxku0-9_\W]|u\{|k(?!<))|\(\?[<>#]?[a-z-]*\)/i.test(pattern.replaceAll("\\\\", ""));
}
