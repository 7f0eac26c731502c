import type { Nock } from "./load-nock.ts";

/** One of nock's interceptors, as far as the adapter uses it. */
export type Interceptor = ReturnType<ReturnType<Nock>["intercept"]>;

/** What nock knows of an origin. An origin without interceptors is still nock's, which answers 501 there. */
export interface TableEntry {
  /** In the order in which they are asked; the first that matches wins. */
  readonly interceptors: readonly Interceptor[];
}

/** nock's interceptors by origin. */
export type Table = Record<string, TableEntry>;

/**
 * The table in which nock keeps all interceptors. nock tells only their names, not which requests they would take, and has
 * no way to forget an origin. To list the names it asks `Object.values` for the table's entries, which is listened to for
 * that one call.
 *
 * @returns undefined where this nock, or the runtime, does not let it be seen
 */
export function tableOf(nock: Nock): Table | undefined {
  const { values } = Object;
  let seen: unknown;
  try {
    Object.values = (object: object) => {
      seen ??= object;
      return values(object);
    };
    nock.activeMocks();
  } catch {
    return undefined;
  } finally {
    if (Object.values !== values) Object.values = values;
  }
  return isTable(seen) ? seen : undefined;
}

function isTable(seen: unknown): seen is Table {
  return (
    typeof seen === "object" &&
    seen !== null &&
    Object.values(seen).every((entry: Partial<TableEntry> | undefined) => Array.isArray(entry?.interceptors))
  );
}
