import type { Json, Schema } from "@svc/model/data";
import { partsOf, propertiesOf } from "../facts/facts.ts";
import { canonical, type Fields, isFields, nested, type Place, valueAt, withValueAt } from "../facts/fields.ts";
import type { Tools } from "../facts/tools.ts";
import type { ResourceCall } from "../items/context.ts";

/** Content of an envelope, and its place there. */
export interface Wrapping {
  readonly schema: Schema;
  readonly at: Place;
  readonly call: ResourceCall;
  /** Decides what is made up of the envelope. */
  readonly seed: string;
  /** Whether the value is answered as it is, also where the document does not allow it. */
  readonly isLoose?: boolean;
}

/** A value in the envelope that the answer's schema has around it; undefined where that cannot be valid. */
export function wrap(
  value: Json,
  { schema, at, call, seed, isLoose = false }: Wrapping,
  tools: Tools,
  wishes: readonly Wish[] = [],
): Json | undefined {
  if (at.length === 0) return isLoose || tools.validate(schema, value).length === 0 ? value : undefined;
  const all = [...echoes(schema, call, tools), ...outcomes(schema, at, tools), ...wishes];
  const overrides = all.reduce<Json>(
    (whole, { place, value: wished }) => withValueAt(whole, place, wished),
    nested(at, isLoose && Array.isArray(value) ? [] : value) as Json,
  );
  const gone = all.reduce<unknown>((whole, { place, isGone }) => (isGone ? withoutAt(whole, place) : whole), overrides);
  const built = tools.build(schema, { seed, overrides: gone, useExamples: false });
  if (built === undefined) return undefined;
  const exact = withValueAt(built, at, value);
  if (isLoose || tools.validate(schema, exact).length === 0) return asShown(exact, wishes);
  const isGood = tools.validate(schema, built).length === 0 && sameLength(valueAt(built, at), value);
  return isGood ? asShown(built, wishes) : undefined;
}

function asShown(body: Json, wishes: readonly Wish[]): Json {
  return wishes.reduce(
    (whole, { place, shown }) => (shown === undefined ? whole : withValueAt(whole, place, shown)),
    body,
  );
}

function sameLength(a: unknown, b: unknown): boolean {
  return !Array.isArray(a) || !Array.isArray(b) || a.length === b.length;
}

/** Value wanted at a place of an envelope; `isGone`: the place is left out. */
export interface Wish {
  readonly place: Place;
  readonly value: Json;
  readonly isGone?: boolean;
  /** Form in which it is shown, where the document's examples have it so and its schema has not. */
  readonly shown?: Json;
}

/** `undefined` at a place: the builder leaves it out. */
function withoutAt(whole: unknown, [name, ...rest]: Place): unknown {
  if (name === undefined || !isFields(whole)) return undefined;
  return { ...whole, [name]: rest.length === 0 ? undefined : withoutAt((whole as Fields)[name] ?? {}, rest) };
}

/** Fields of an envelope that are called like a parameter of the request have its value. */
function echoes(schema: Schema, { operation, path, query }: ResourceCall, { model, validate }: Tools): Wish[] {
  const given = new Map(Object.entries({ ...query, ...path }).map(([name, value]) => [canonical(name), value]));
  return [...propertiesOf(schema, model.schemas).values()].flatMap((property) => {
    const value = given.get(canonical(property.name));
    if (value === undefined || value === null || typeof value === "object") return [];
    const known = operation.parameters.some(({ name }) => canonical(name) === canonical(property.name));
    const fitting = known
      ? [value as Json, String(value)].find((one) => validate(property.schema, one).length === 0)
      : undefined;
    return fitting === undefined ? [] : [{ place: [property.name], value: fitting }];
  });
}

const GOOD = /^(?:ok|(?:is_?)?success(?:ful)?|succeeded)$/i;
const FAULTS = /^errors?$/i;
/** Texts that say how something went: of their values, the good one. */
const OUTCOME = /^(?:status|state|result|outcome)$/i;
const GOOD_OUTCOME = /^(?:ok|success(?:ful)?|succeeded|completed?|done)$/i;
const BAD_OUTCOME = /^(?:error|fail(?:ed|ure)?|ko)$/i;

/** The value of a text that tells of a success, where another tells of a failure. */
function goodOutcome(field: Schema, schemas: Tools["model"]["schemas"]): Json | undefined {
  const values = partsOf(field, schemas).flatMap(({ enum: listed = [] }) => listed);
  const isListed = values.some((one) => BAD_OUTCOME.test(String(one)));
  return isListed ? values.find((one) => GOOD_OUTCOME.test(String(one))) : undefined;
}

/** Fields of an envelope that tell how the request went: `success` is true, errors are absent, null or none. */
export function outcomes(schema: Schema, [own]: Place, { model, validate }: Tools): Wish[] {
  return [...propertiesOf(schema, model.schemas).values()].flatMap(({ name, schema: field, required }): Wish[] => {
    const outcome = OUTCOME.test(name) && name !== own ? goodOutcome(field, model.schemas) : undefined;
    if (outcome !== undefined) return [{ place: [name], value: outcome }];
    if (name === own || !(GOOD.test(name) || FAULTS.test(name))) return [];
    if (FAULTS.test(name) && !required) return [{ place: [name], value: null, isGone: true }];
    const told = (GOOD.test(name) ? [true] : [null, []]).find((one) => validate(field, one).length === 0);
    return told === undefined ? [] : [{ place: [name], value: told }];
  });
}
