import type { Schema, Schemas } from "@svc/model";
import { isOfType, type Property, partsOf } from "../facts/facts.ts";
import { canonical } from "../facts/fields.ts";
import type { Filter } from "../facts/list-role.ts";
import { isTime } from "../facts/times.ts";

const PART = /^(.+?)(?:[._-]+|\[)?(?:i?contains|i?like|search|(starts_?with|prefix))\]?$/i;
const BOUNDS: readonly (readonly [kind: "from" | "to", pattern: RegExp])[] = [
  ["from", /^(?:min(?:imum)?[_-]?(?=[A-Z_a-z]))(.+)$/i],
  ["from", /^(.+?)(?:[._-]+|\[)?(?:after|since|from|min|gte?)\]?$/i],
  ["to", /^(?:max(?:imum)?[_-]?(?=[A-Z_a-z]))(.+)$/i],
  ["to", /^(.+?)(?:[._-]+|\[)?(?:before|until|to|max|lte?)\]?$/i],
];
/** Bounds that leave out the value itself. */
const STRICT = /[gl]t\]?$/i;
/** Ends of the names of times, which parameters leave out: `created_after` asks for `created_at`. */
const ENDS = ["at", "on", "time", "date"];
/** Names of times that no format tells from other texts and numbers. */
const TIMED = /(?:[_-](?:at|on)|[a-z](?:At|On)|time|date|timestamp|^(?:created|updated|modified))$/i;

/** A parameter that asks for a part of a field's text, or for numbers and times from or to a value: `min_price`, `created[gte]`. */
export function boundOf(
  { name: parameter, schema }: { readonly name: string; readonly schema: Schema },
  properties: readonly Property[],
  schemas: Schemas,
): Filter | undefined {
  const isNumber = (one: Schema): boolean => isOfType(one, ["integer", "number"], schemas);
  const isTimed = (one: Property): boolean =>
    isTime(one, schemas) &&
    (TIMED.test(one.name) || partsOf(one.schema, schemas).some(({ format = "" }) => /date|time|iso|rfc/i.test(format)));
  for (const [kind, pattern] of BOUNDS) {
    const base = canonical(pattern.exec(parameter)?.[1] ?? "");
    const named = (end: string) => properties.find(({ name }) => base !== "" && canonical(name) === base + end);
    const own = named("");
    // A text is a number where the parameter is one; other texts have no order that anybody asks for.
    const isOrdered = own !== undefined && (isTimed(own) || [own.schema, schema].some(isNumber));
    const found = isOrdered ? own : ENDS.map(named).find((one) => one !== undefined && isTimed(one));
    if (found !== undefined) return { kind, field: found.name, ...(STRICT.test(parameter) && { strict: true }) };
  }
  const [, part = "", starts] = PART.exec(parameter) ?? [];
  const text = properties.find(
    ({ name, schema: own }) => canonical(name) === canonical(part) && isOfType(own, ["string"], schemas),
  );
  return text && { kind: "contains", field: text.name, ...(starts !== undefined && { starts: true }) };
}
