import { type Schema, type Schemas, words } from "@svc/model";
import { isOfType, partsOf, propertiesOf } from "./schema-facts.ts";

/** Fields that say in which state an item is. */
const STATE = /^(?:status|state|phase|lifecycle_?state|stage)$/i;
/** Shorter stems begin too many words. */
const LEAST = 3;

/** Effect of an action on an item, with the reason for the inference. */
export interface Effect {
  readonly sets: { readonly [field: string]: unknown };
  readonly state?: string;
  readonly reason?: string;
}

/**
 * Effect of an action, by its name: `archive` gives the state `archived`, where the document lists one state that begins so;
 * `ban` makes `banned` true, `unban` false.
 */
export function effectOf(action: string, item: Schema, schemas: Schemas): Effect {
  const [verb = "", ...others] = words(action).map((word) => word.toLowerCase());
  if (others.length > 1) return { sets: {} };
  const properties = [...propertiesOf(item, schemas).values()];
  const isUndone = /^un[a-z]{3}/.test(verb);
  const stem = stemOf(verb);
  for (const { name, schema } of properties.filter((one) => STATE.test(one.name))) {
    const values = [...new Set(partsOf(schema, schemas).flatMap(({ enum: listed = [] }) => listed))];
    const fitting =
      stem.length < LEAST
        ? []
        : values.filter((value) => typeof value === "string" && value.toLowerCase().startsWith(stem));
    if (fitting.length === 1) {
      return {
        sets: { [name]: fitting[0] },
        state: name,
        reason: `"${action}" sets "${name}" to "${fitting[0]}", the only state that begins so`,
      };
    }
  }
  const done = isUndone ? stemOf(verb.slice(2)) : stem;
  const flag = properties.find(
    ({ name, schema }) =>
      done.length >= LEAST &&
      isOfType(schema, ["boolean"], schemas) &&
      new RegExp(`^(?:is_?)?${done}(?:${done.at(-1)}?ed)?$`, "i").test(name),
  );
  if (flag === undefined) return { sets: {} };
  return { sets: { [flag.name]: !isUndone }, reason: `"${action}" sets "${flag.name}" to ${!isUndone}` };
}

/** `archive` -> `archiv`, `cancel` -> `cancel`, `ban` -> `ban`: what the participle begins with. */
function stemOf(verb: string): string {
  const plain = verb.replace(/[^a-z]/g, "");
  if (/(?:e|y)$/.test(plain)) return plain.slice(0, -1);
  return plain;
}
