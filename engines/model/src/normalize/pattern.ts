import { matcherOf } from "../pattern/match-pattern.ts";

const compiled = new Map<string, RegExp | undefined>();
/** More distinct patterns than any document has; a bound for processes that see many documents. */
const MAX_CACHED = 10_000;

/**
 * The regular expression of a `pattern`, with the `u` flag where that works, as JSON Schema advises; without it for
 * patterns that only use what the flag forbids and that mean the same in both (`\_`, `[\w-.]`). Undefined for patterns of
 * other dialects: `(?i)`, `\A`, `\z` would silently mean something else, `/^a$/i` would match nothing; and for those that
 * cannot be matched in a time that grows with the text alone, such as `^(a+)+\1$`.
 */
export function compilePattern(pattern: string): RegExp | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern);
  if (compiled.size >= MAX_CACHED) compiled.clear();
  // A POSIX class would be read as the class of its letters.
  const hasPosixClass = /\[:\^?[a-z]+:\]/.test(pattern);
  // Written as a literal: `^` after a slash matches nothing.
  const isLiteral = /^\/\^.*\$\/[a-z]*$/s.test(pattern);
  const result = hasPosixClass || isLiteral ? undefined : (tryCompile(pattern, "u") ?? tryWithoutFlag(pattern));
  const matchable = result !== undefined && matcherOf(pattern) !== undefined ? result : undefined;
  compiled.set(pattern, matchable);
  return matchable;
}

/** Escaped letters that mean nothing, or another thing, without the `u` flag. */
function isForeign(pattern: string): boolean {
  return /\\(?:[^bBcdDfnrsStvwWxku0-9_\W]|u\{|k(?!<))|\(\?[<>#]?[a-z-]*\)/i.test(pattern.replaceAll("\\\\", ""));
}

function tryWithoutFlag(pattern: string): RegExp | undefined {
  return isForeign(pattern) ? undefined : tryCompile(pattern, "");
}

function tryCompile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}
