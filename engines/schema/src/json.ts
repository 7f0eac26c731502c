import { own, setOwn } from "@svc/model/data";

/** A plain object of JSON. */
export function isRecord(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A copy of a value. Most are texts and numbers, for which `structuredClone` takes a microsecond each. */
export function copyOf<Value>(value: Value): Value {
  return Object(value) === value ? structuredClone(value) : value;
}

/** The same text for values that are equal: the members of objects in one order. */
export function canonicalText(value: unknown): string {
  if (typeof value === "bigint") return `${value}`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? typeof value;
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`);
  return `{${members.sort().join()}}`;
}

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
