import type { Extras } from "../extras.ts";
import { placeStyled } from "../params/styles.ts";
import type { OperationRow, ParamRow } from "../table.ts";
import { convert, type ValuesRow } from "./convert.ts";
import { Exact, hasInteger, stringifyExact } from "./exact-json.ts";
import { encodeLeaf } from "./leaves.ts";

/**
 * Parameters with their values encoded: what is JSON within them has integers as long as they are, everything else is text.
 *
 * @throws BadValue for one that cannot be sent
 */
export function encodeParams(
  given: unknown,
  plans: NonNullable<ValuesRow["params"]>,
  { params: rows = {} }: OperationRow,
): unknown {
  if (Object(given) !== given) return given;
  const made: [string, unknown][] = Object.entries(given as object).map(([name, value]) => {
    const plan = Object.hasOwn(plans, name) ? plans[name] : undefined;
    if (plan === undefined) return [name, value];
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
    const encoded = convert(value, plan, encodeLeaf, { key: name, outer: undefined });
    return [name, row?.json ? encoded : toText(encoded, row)];
  });
  return Object.fromEntries(made);
}

/** Integers of a list or object as text. OpenAPI has no style for objects within it: JSON, where they are sent at all. */
function toText(value: unknown, row: ParamRow = {}): unknown {
  const isPlain = row.style === undefined && row.explode === undefined;
  const part = (member: unknown): unknown => {
    if (Array.isArray(member)) return member.map(part);
    if (member instanceof Exact) return member.digits;
    return isPlain && typeof member === "object" && hasInteger(member) ? stringifyExact(member) : member;
  };
  const isObject = typeof value === "object" && hasInteger(value) && !Array.isArray(value) && !(value instanceof Exact);
  if (!isObject) return part(value);
  return Object.fromEntries(Object.entries(value as object).map(([name, member]) => [name, part(member)]));
}

/** Places parameters as `placeStyled` does; in JSON a bigint is an integer. */
export const placeExactStyled: NonNullable<Extras["styles"]> = (into, name, given, row) => {
  const { json, ...plain } = row;
  return json && hasInteger(given)
    ? placeStyled(into, name, stringifyExact(given), { ...plain, style: "form" })
    : placeStyled(into, name, given, row);
};
