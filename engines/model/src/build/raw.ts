/** The document as parsed: anything may be missing or of another type, and no key is inherited. */
export type Raw = { readonly [key: string]: unknown };

/** Whether a value is an object of JSON, neither `null` nor an array. */
export function isObject(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as an object of own keys; `{}` for everything else. */
export function asObject(value: unknown): Raw {
  return isObject(value) ? value : {};
}

/** An own property, never an inherited one: names like `constructor` are data here. */
export function get(object: unknown, key: string): unknown {
  const raw = asObject(object);
  return Object.hasOwn(raw, key) ? raw[key] : undefined;
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function strings(value: unknown): string[] {
  return asArray(value).filter((item) => typeof item === "string");
}

/** Own entries in document order, but integer-like keys, which JavaScript puts first. */
export function entries(value: unknown): [string, unknown][] {
  return Object.entries(asObject(value));
}

/** A record whose keys may be any text: `__proto__` becomes an own key. */
export function record<T>(pairs: Iterable<readonly [string, T]>): { [key: string]: T } {
  return Object.fromEntries(pairs);
}

/** `{ [key]: value }`, or nothing where the value is undefined: for spreading into an object with optional fields. */
export function optional<K extends string, T>(key: K, value: T | undefined): { [key in K]?: T } {
  return (value === undefined ? {} : { [key]: value }) as { [key in K]?: T };
}
