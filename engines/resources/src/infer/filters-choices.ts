import { deref, type Json, type Schema, type Schemas, typesOf } from "@svc/model";
import { isObjectSchema, isOfType, itemSchemaOf } from "../facts/facts.ts";

/** Alternatives and parts deeper than this are not looked at. */
const MAX_DEPTH = 4;

/** All values that a schema, or that of a list's items, allows; undefined: it lists none, or others are allowed, too. */
function choicesOf(schema: Schema, schemas: Schemas, depth = 0): readonly Json[] | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const target = deref(schema, schemas);
  const own = target.enum ?? (target.const === undefined ? undefined : [target.const]);
  if (own !== undefined) return own;
  const types = typesOf(target).filter((type) => type !== "null");
  if (types.length === 1 && types[0] === "boolean") return [true, false];
  if (target.items !== undefined) return choicesOf(target.items, schemas, depth + 1);
  const inner = (one: Schema) => choicesOf(one, schemas, depth + 1);
  const part = (target.allOf ?? []).map(inner).find((found) => found !== undefined);
  const alternatives = [...(target.anyOf ?? []), ...(target.oneOf ?? [])].filter(
    (one) => String(typesOf(deref(one, schemas))) !== "null",
  );
  if (part !== undefined || alternatives.length === 0) return part;
  const all = alternatives.map(inner);
  return all.every((found) => found !== undefined) ? all.flat() : undefined;
}

/** Whether a value in a query can be that of a field, or one in its list. */
function isPossible(value: Json, field: Schema, schemas: Schemas): boolean {
  const choices = choicesOf(field, schemas);
  if (choices !== undefined) return choices.some((one) => String(one) === String(value));
  const own = itemSchemaOf(field, schemas) ?? field;
  if (isObjectSchema(own, schemas) || isOfType(own, ["string"], schemas)) return true;
  if (isOfType(own, ["integer", "number"], schemas)) return /^-?\d/.test(String(value));
  return true;
}

/** Whether a parameter can have a value that the field can have, too: one of those that it lists, if it lists any. */
export function canMatch(parameter: Schema, field: Schema, schemas: Schemas): boolean {
  return choicesOf(parameter, schemas)?.some((value) => isPossible(value, field, schemas)) ?? true;
}
