import type { Schema, Schemas } from "@svc/model";
import { isNullable, isOfType, type Property, propertiesOf } from "../facts/facts.ts";
import { canonical } from "../facts/fields.ts";
import {
  isEnd,
  LEAST,
  participlesOf,
  type SaidStates,
  STATE,
  stateAfter,
  statesOf,
  stemOf,
  verbOf,
} from "../facts/states.ts";
import { timesOf } from "../facts/times.ts";

/** Effect of an action on an item, with the reason for the inference. */
export interface Effect {
  readonly sets: { readonly [field: string]: unknown };
  /** Fields that have the time of the action from then on. */
  readonly stamps: readonly string[];
  readonly state?: string;
  readonly reason?: string;
}

const NONE: Effect = { sets: {}, stamps: [] };

/**
 * Effect of an action, by its name: `archive` gives the state `archived` and the time `archived_at`; `ban` makes `banned`
 * true, `unban` false. `isUndone`: what the name says is taken back, as a DELETE does.
 */
export function effectOf(
  action: string,
  item: Schema,
  schemas: Schemas,
  { isUndone = false, said = new Map() }: { readonly isUndone?: boolean; readonly said?: SaidStates } = {},
): Effect {
  const verb = verbOf(action);
  if (verb === undefined || verb.length < LEAST) return NONE;
  const properties = [...propertiesOf(item, schemas).values()];
  const states = isUndone ? undefined : stateEffect(action, verb, properties, { said, schemas });
  const isBack = /^un[a-z]{3}/.test(verb) !== isUndone;
  const done = /^un[a-z]{3}/.test(verb) ? verb.slice(2) : verb;
  const flags = flagsOf(done, properties, schemas);
  const times = timesOf(participlesOf(done), properties, schemas).filter(
    ({ schema }) => !isBack || isNullable(schema, schemas),
  );
  const effects = [
    ...(states?.reason === undefined ? [] : [states.reason]),
    ...flags.map(({ name }) => `"${action}" sets "${name}" to ${!isBack}`),
    ...times.map(({ name }) => `"${action}" sets "${name}" to ${isBack ? "null" : "the time"}`),
  ];
  return {
    sets: {
      ...states?.sets,
      ...Object.fromEntries(flags.map(({ name }) => [name, !isBack])),
      ...(isBack && Object.fromEntries(times.map(({ name }) => [name, null]))),
    },
    stamps: isBack ? [] : times.map(({ name }) => name),
    ...(states?.state !== undefined && { state: states.state }),
    ...(effects.length > 0 && { reason: effects.join(", ") }),
  };
}

interface Stating {
  readonly said: SaidStates;
  readonly schemas: Schemas;
}

/** The first field called a state that has one of the verb; the shortest name goes first. */
function stateEffect(action: string, verb: string, properties: readonly Property[], { said, schemas }: Stating) {
  // Beside a city, a state is that of a country.
  const isPlace = properties.some(({ name }) =>
    /^(?:city|country(?:code)?|zip(?:code)?|postal(?:code)?)$/.test(canonical(name)),
  );
  const named = properties
    .filter(({ name }) => !(isPlace && /^state$/i.test(name)))
    .filter(({ name, schema }) => STATE.test(name) && isOfType(schema, ["string"], schemas))
    .sort((a, b) => a.name.length - b.name.length);
  for (const property of named) {
    const { name } = property;
    const states = statesOf(property, said, schemas);
    // Where nothing says which states there are, a verb for an end leads to its participle.
    const end = states.length === 0 ? participlesOf(verb).find(isEnd) : undefined;
    const value = stateAfter(verb, states) ?? end;
    if (value !== undefined)
      return { sets: { [name]: value }, state: name, reason: `"${action}" sets "${name}" to "${value}"` };
  }
  return undefined;
}

function flagsOf(verb: string, properties: readonly Property[], schemas: Schemas): Property[] {
  const names = new Set([stemOf(verb), ...participlesOf(verb)].flatMap((one) => [one, `is${one}`]));
  return properties.filter(({ name, schema }) => names.has(canonical(name)) && isOfType(schema, ["boolean"], schemas));
}
