// Unicode White_Space: unlike JavaScript's trim() it has U+0085 and lacks U+FEFF; unlike Python's strip() it lacks
// U+001C to U+001F.
const SPACE = "\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const LEADING = new RegExp(`^[${SPACE}]+`);
const SPACE_CHARACTER = new RegExp(`[${SPACE}]`);

/** Text without Unicode White_Space at either end, as pydantic's number parsers trim. */
export function trimWhiteSpace(text: string): string {
  let end = text.length;
  // A loop, not a regular expression: `[ ]+$` is quadratic on long runs in the middle.
  while (SPACE_CHARACTER.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(LEADING, "");
}
