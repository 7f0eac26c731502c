import { childPointer } from "./pointer.ts";

/** Deeper than any real document by far, and shallow enough for code that recurses over values. */
export const MAX_DEPTH = 300;

interface Level {
  readonly value: object;
  readonly keys: readonly string[];
  index: number;
}

/** The pointer of a value that nests deeper than {@link MAX_DEPTH}, as a value that contains itself does. */
export function findTooDeep(root: unknown): string | undefined {
  const seen = new Map<object, number>();
  const path: Level[] = [];
  const enter = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    // Shared values (YAML aliases) are looked at again only where they stand deeper than before.
    if ((seen.get(value) ?? -1) >= path.length) return;
    seen.set(value, path.length);
    path.push({ value, keys: Array.isArray(value) ? [] : Object.keys(value), index: 0 });
  };
  enter(root);
  for (let level = path.at(-1); level !== undefined; level = path.at(-1)) {
    if (path.length > MAX_DEPTH) {
      return path
        .slice(0, 12)
        .reduce((pointer, { keys, index }) => childPointer(pointer, keys[index - 1] ?? index - 1), "");
    }
    const { value, keys } = level;
    const index = level.index++;
    if (index >= (Array.isArray(value) ? value.length : keys.length)) path.pop();
    else enter(Array.isArray(value) ? value[index] : (value as { [key: string]: unknown })[keys[index] as string]);
  }
  return undefined;
}
