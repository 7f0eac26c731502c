/**
 * A pattern that looks ahead from its start as several patterns, each of which a text has to match: of
 * `^(?=.*\\d)(?!x)[a-z\\d]+$` the pattern `^[a-z\\d]+$` and `^(?:.*\\d)`. What must not follow is left out.
 */
export function withoutLookaheads(pattern: string): string[] {
  const found: string[] = [];
  let rest = pattern.startsWith("^") ? pattern.slice(1) : "";
  for (let end = endOfGroup(rest); /^\(\?[=!]/.test(rest) && end > 0; end = endOfGroup(rest)) {
    if (rest[2] === "=") found.push(`^(?:${rest.slice(3, end)})`);
    rest = rest.slice(end + 1);
  }
  return found.length === 0 ? [pattern] : [`^${rest}`, ...found];
}

/** Where the group at the start of a pattern is closed; -1: nowhere. */
function endOfGroup(pattern: string): number {
  let depth = 0;
  for (const { 0: token, index } of pattern.matchAll(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[()]/g)) {
    if (token === "(") depth++;
    if (token === ")") depth--;
    if (depth === 0) return token === ")" ? index : -1;
  }
  return -1;
}
