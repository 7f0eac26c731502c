import { own, setOwn } from "@svc/model/data";
import { copyOf, isRecord } from "../json.ts";

/**
 * A new value with changes merged in: objects deeply, arrays and scalars as a whole. A property that is `undefined` in the
 * changes is left out; changes that are `undefined` as a whole change nothing.
 */
export function mergeDeep(value: unknown, changes: unknown): unknown {
  if (changes === undefined) return value;
  if (!isRecord(value) || !isRecord(changes)) return copyOf(changes);
  const result = { ...value };
  for (const [name, change] of Object.entries(changes)) {
    if (change === undefined) delete result[name];
    else setOwn(result, name, mergeDeep(own(value, name), change));
  }
  return result;
}

/** Two sets of overrides as one, the second going first; `undefined` stays as the wish to leave something out. */
export function mergeOverrides(base: unknown, more: unknown): unknown {
  if (more === undefined) return base;
  if (!isRecord(base) || !isRecord(more)) return more;
  const result = { ...base };
  for (const [name, wish] of Object.entries(more)) {
    setOwn(result, name, wish === undefined ? undefined : mergeOverrides(own(base, name), wish));
  }
  return result;
}
