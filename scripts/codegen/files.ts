/** Emitted text by path, relative to the root of the tree that it belongs to, with `/` between segments. */
export type Files = ReadonlyMap<string, string>;

/** One map of several. Two emitters never write the same file: that would be a mistake in the generator. */
export function mergeFiles(...parts: readonly Files[]): Files {
  const merged = new Map<string, string>();
  for (const [path, content] of parts.flatMap((part) => [...part])) {
    if (merged.has(path)) throw new Error(`Two emitters write ${path}.`);
    merged.set(path, content);
  }
  return merged;
}
