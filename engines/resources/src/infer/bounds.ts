import type { Schemas } from "@svc/model";
import { isOfType, type Property } from "../facts/facts.ts";
import { canonical } from "../facts/fields.ts";
import type { Filter } from "../facts/list-role.ts";
import { isTime } from "../facts/times.ts";

const PART = /^(.+?)(?:[._-]+|\[)?(?:i?contains|i?like|search|starts_?with|prefix)\]?$/i;
const BOUNDS: readonly (readonly [kind: "from" | "to", pattern: RegExp])[] = [
  ["from", /^(?:min(?:imum)?[_-]?(?=[A-Z_a-z]))(.+)$/i],
  ["from", /^(.+?)(?:[._-]+|\[)?(?:after|since|from|min|gte?)\]?$/i],
  ["to", /^(?:max(?:imum)?[_-]?(?=[A-Z_a-z]))(.+)$/i],
  ["to", /^(.+?)(?:[._-]+|\[)?(?:before|until|to|max|lte?)\]?$/i],
];
/** Ends of the names of times, which parameters leave out: `created_after` asks for `created_at`. */
const ENDS = ["", "at", "on", "time", "date"];

/** A parameter that asks for a part of a field's text, or for numbers and times from or to a value: `min_price`, `created[gte]`. */
export function boundOf(parameter: string, properties: readonly Property[], schemas: Schemas): Filter | undefined {
  const isOrdered = (one: Property): boolean =>
    isOfType(one.schema, ["integer", "number"], schemas) || isTime(one, schemas);
  for (const [kind, pattern] of BOUNDS) {
    const base = canonical(pattern.exec(parameter)?.[1] ?? "");
    const found = properties.find(({ name }) => base !== "" && ENDS.some((end) => canonical(name) === base + end));
    if (found !== undefined && isOrdered(found)) return { kind, field: found.name };
  }
  const part = canonical(PART.exec(parameter)?.[1] ?? "");
  const text = properties.find(({ name, schema }) => canonical(name) === part && isOfType(schema, ["string"], schemas));
  return text && { kind: "contains", field: text.name };
}
