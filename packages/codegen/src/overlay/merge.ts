/**
 * The update of an Overlay merged into a value: objects member by member, arrays by appending, everything else replaced.
 * Returns the new value and leaves both arguments as they are.
 *
 * @see https://spec.openapis.org/overlay/v1.0.0.html#action-object
 */
export function mergeUpdate(value: unknown, update: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(update)) return [...value, ...update.map(copyOf)];
  if (!isObject(value) || !isObject(update)) return copyOf(update);
  const result = new Map<string, unknown>(Object.entries(value));
  for (const [key, item] of Object.entries(update)) {
    result.set(key, result.has(key) ? mergeUpdate(result.get(key), item) : copyOf(item));
  }
  // Defines, so that `__proto__` is a member like any other.
  return Object.fromEntries(result);
}

/** A copy that shares nothing, not even within itself, as values do that YAML aliases stand for. */
export function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
