import type { Extras } from "../runtime/extras.ts";
import type { ParamRow } from "../runtime/table.ts";
import { formatDuration } from "./duration.ts";
import { plainValue } from "./plain-value.ts";

/** Where parameters go: values by wire name, as openapi-fetch takes them. */
export interface Placed {
  /** Names are percent-encoded already. */
  readonly query: { [name: string]: unknown };
  readonly header: { [name: string]: unknown };
  /** Set where openapi-fetch's own does not do. */
  querySerializer: ((query: Record<string, unknown>) => string) | undefined;
}

/** Places each value where its row says, without a row in the query. `undefined` and `null` are left out. */
export function placeParams(
  into: Placed,
  values: object | undefined,
  rows: { readonly [key: string]: ParamRow } = {},
  extras?: Extras,
): void {
  for (const [key, value] of Object.entries(values ?? {})) {
    const row: ParamRow = Object.hasOwn(rows, key) ? (rows[key] as ParamRow) : {};
    const name = row.name ?? key;
    if (value == null) continue;
    const plain = plainValue(name, value);
    const isObject = typeof plain === "object";
    if (row.style || row.explode !== undefined || row.json || row.in === "cookie")
      extras?.styles?.(into, name, plain, row);
    else if (row.in) into.header[name] = plain;
    else if (!isObject || Array.isArray(plain)) into.query[encodeURIComponent(name)] = plain;
    else if (row.duration) into.query[encodeURIComponent(name)] = formatDuration(name, plain as object);
    // Style `form`, exploded: the members are parameters.
    else placeParams(into, plain as object);
  }
}
