import { own } from "@svc/model/data";

/** A plain object of JSON. */
export function isRecord(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A copy of a value. Most are texts and numbers, for which `structuredClone` takes a microsecond each. */
export function copyOf<Value>(value: Value): Value {
  return Object(value) === value ? structuredClone(value) : value;
}

/** Equality of JSON values: the order of keys does not matter. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && equal(own(a, key), own(b, key)));
}

/** The same text for values that are equal: the members of objects in one order. */
export function canonicalText(value: unknown): string {
  if (typeof value === "bigint") return `${value}`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? typeof value;
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`);
  return `{${members.sort().join()}}`;
}
