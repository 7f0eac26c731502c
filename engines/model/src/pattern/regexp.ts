const compiled = new Map<string, RegExp | undefined>();
/** More distinct patterns than any document has; a bound for processes that see many documents. */
const MAX_CACHED = 10_000;

/** The regular expression of a `pattern`: with the `u` flag if that works, as JSON Schema advises, else without. */
export function regExp(pattern: string): RegExp | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern);
  if (compiled.size >= MAX_CACHED) compiled.clear();
  const result = tryRegExp(pattern, "u") ?? tryRegExp(pattern, "");
  compiled.set(pattern, result);
  return result;
}

function tryRegExp(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}
