import { type Json, pointerTokens, type Schema } from "@svc/model/data";
import { itemSchemaOf, propertiesOf } from "../facts/facts.ts";
import { type Fields, isFields, without } from "../facts/fields.ts";
import type { Tools } from "../facts/tools.ts";

/** Fields wanted in an object. */
export interface Filling {
  readonly fields: Fields;
  /** Fields that it shall not have, or have instead of made-up ones: `undefined` leaves an optional one out. */
  readonly others: { readonly [name: string]: unknown };
  readonly seed: string;
}

/**
 * An object that is valid for a schema and has the fields exactly as they are given; those that the schema does not allow are
 * made up, and so is what it requires beside them. Undefined where there is none.
 */
export function fill(schema: Schema, { fields, others, seed }: Filling, tools: Tools): Fields | undefined {
  const { build, validate } = tools;

  const make = (given: Fields): { readonly exact: Fields; readonly built: Fields | undefined } => {
    const built = build(schema, { seed, overrides: { ...others, ...given }, useExamples: false });
    return { exact: { ...(isFields(built) ? built : {}), ...given }, built: isFields(built) ? built : undefined };
  };
  const isValid = (value: Fields): boolean => validate(schema, value as Json).length === 0;
  const first = make(fields);
  if (isValid(first.exact)) return first.exact;
  const issues = validate(schema, first.exact as Json).map(({ pointer }) => firstToken(pointer));
  const bad = new Set([...issues, ...unfitting(schema, fields, tools)]);
  // Of an object that was given in part, and cannot stand so, the rest is made up.
  const whole = first.built === undefined ? undefined : make(withWholeItems(schema, { fields, seed }, tools)).built;
  const completed = {
    ...first.exact,
    ...Object.fromEntries(Object.entries(whole ?? {}).filter(([name]) => bad.has(name))),
  };
  if (contains(completed, fields) && isValid(completed)) return completed;
  const second = make(without(fields, bad));
  if (isValid(second.exact)) return second.exact;
  return [first.built, second.built].find((built) => built !== undefined && isValid(built));
}

/** With what items of lists need beside what is given of them. */
function withWholeItems(schema: Schema, { fields, seed }: Pick<Filling, "fields" | "seed">, tools: Tools): Fields {
  const { schemas } = tools.model;
  const whole = (list: Schema, value: Json, index: number): Json => {
    const item = itemSchemaOf(list, schemas);
    if (item === undefined || !isFields(value) || tools.validate(item, value).length === 0) return value;
    return tools.build(item, { seed: `${seed} ${index}`, overrides: value, useExamples: false }) ?? value;
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const list = propertiesOf(schema, schemas).get(name)?.schema;
      return [name, list !== undefined && Array.isArray(value) ? value.map((one, at) => whole(list, one, at)) : value];
    }),
  );
}

/** Whether a value has all that is given of it, at any depth. */
function contains(value: unknown, given: unknown): boolean {
  if (Array.isArray(given))
    return (
      Array.isArray(value) && value.length === given.length && given.every((one, index) => contains(value[index], one))
    );
  if (!isFields(given)) return value === given;
  return isFields(value) && Object.entries(given).every(([name, one]) => contains(value[name], one));
}

/** Fields that have a value which their own schema does not allow. */
function unfitting(schema: Schema, fields: Fields, { model: { schemas }, validate }: Tools): string[] {
  const properties = propertiesOf(schema, schemas);
  return Object.entries(fields).flatMap(([name, value]) => {
    const own = properties.get(name)?.schema;
    return own !== undefined && validate(own, value).length > 0 ? [name] : [];
  });
}

/** Optional fields that are not among some: what shows nothing that is not there. */
export function leavingOut(
  schema: Schema,
  fields: Fields,
  { model: { schemas } }: Tools,
): { [name: string]: undefined } {
  const names = [...propertiesOf(schema, schemas).values()].filter(
    ({ name, required }) => !required && !Object.hasOwn(fields, name),
  );
  return Object.fromEntries(names.map(({ name }) => [name, undefined]));
}

/** The outermost name in a JSON pointer. */
function firstToken(pointer: string): string {
  return pointerTokens(pointer)?.[0] ?? "";
}
