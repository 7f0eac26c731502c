import { percentDecode } from "./percent-decode.ts";

/** Values by name, each list in the order of the query; names in order of first appearance. */
export type QueryValues = ReadonlyMap<string, readonly string[]>;

const EMPTY: QueryValues = new Map();

/**
 * Reads a query string, without its `?`, or a form body: split at `&` only, blank values kept, `+` is a blank, a name
 * without `=` has the value `""`. As Starlette does with Python's `parse_qsl`.
 */
export function parseQuery(query: string): QueryValues {
  if (query === "") return EMPTY;
  const values = new Map<string, string[]>();
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? "" : decode(pair.slice(equals + 1));
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return values;
}

function decode(text: string): string {
  return percentDecode(text.includes("+") ? text.replaceAll("+", " ") : text);
}
