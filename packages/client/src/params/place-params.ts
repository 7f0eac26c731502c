import { CALL_OPTIONS, invalid, unknownName } from "../checks.ts";
import { ConfigurationError } from "../errors/errors.ts";
import type { OperationExtras, Placed } from "../extras.ts";
import type { ParamRow } from "../table.ts";

/**
 * Places each value where its row says; where there are no rows, in the query. `undefined` and `null` are left out.
 *
 * @throws ConfigurationError naming a parameter that has no row
 */
export function placeParams(
  into: Placed,
  values: object,
  rows?: { readonly [key: string]: ParamRow },
  extras?: OperationExtras,
): void {
  if (typeof values !== "object") throw invalid(rows ? "parameters" : "query", "an object", values);
  const known = Object.keys(rows ?? {});
  for (const key of Object.keys(values)) {
    const value = (values as Placeable)[key];
    if (value == null) continue;
    const row = rows && Object.hasOwn(rows, key) ? rows[key] : undefined;
    if (!row && known[0]) throw unknownParameter(key, known);
    const name = row?.name ?? key;
    const plain = plainValue(name, value);
    if (row && extras?.styles?.(into, name, plain, row)) continue;
    if (row?.in) into.header[name.toLowerCase()] = plain;
    else if (typeof plain !== "object") into.query.push(pair(name, plain));
    else if (Array.isArray(plain)) for (const item of plain) into.query.push(pair(name, item));
    else if (row?.duration) into.query.push(pair(name, extras?.durations?.(name, plain as object)));
    // Style `form`, exploded: the members are parameters. For objects within them OpenAPI has no style: JSON.
    else for (const member of Object.keys(plain as object)) placeMember(into, member, (plain as Placeable)[member]);
  }
}

function unknownParameter(name: string, known: readonly string[]): ConfigurationError {
  return CALL_OPTIONS.includes(name)
    ? new ConfigurationError(
        `${name}: is no parameter, but an option of the call: pass it in the argument after this one`,
      )
    : unknownName(name, "parameter", known, "; what the document does not know goes into the option query");
}

type Placeable = { readonly [name: string]: unknown };

function placeMember(into: Placed, name: string, value: unknown): void {
  for (const item of [plainValue(name, value)].flat()) if (item != null) into.query.push(pair(name, item));
}

function pair(name: string, value: unknown): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent((typeof value === "object" ? JSON.stringify(value) : value) as string)}`;
}

/**
 * The value as plain data: objects with `toJSON` (dates, Temporal objects) in their JSON form, items of arrays likewise.
 *
 * @throws ConfigurationError for an invalid date
 */
export function plainValue(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => plainValue(name, item));
  const plain =
    typeof (value as Partial<Date> | null | undefined)?.toJSON === "function" ? (value as Date).toJSON() : value;
  if (plain === null && value !== null) throw invalid(name, "a valid date");
  return plain;
}
