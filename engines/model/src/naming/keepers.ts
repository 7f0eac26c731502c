/** A thing that has a name, or wishes one. */
export interface Named {
  /** The name that it was given before. */
  readonly kept?: string | undefined;
  /** The name as the document wants it. */
  readonly wish?: string | undefined;
}

/**
 * Those that keep the name that they were given: they wish no other, or one that stays with another or was granted to one
 * before them. So two wishes for one name never cost a third its own, however often names are given again.
 */
export function findKeepers<T extends Named>(items: readonly T[]): Set<T> {
  const keepers = new Set<T>();
  const staying = new Set<string>();
  for (let size = -1; size < staying.size; ) {
    size = staying.size;
    const taken = new Set(staying);
    for (const item of items) {
      const { kept, wish } = item;
      if (kept === undefined) continue;
      if (wish !== undefined && wish !== kept && !taken.has(wish)) {
        taken.add(wish);
        continue;
      }
      keepers.add(item);
      staying.add(kept);
    }
  }
  return keepers;
}
