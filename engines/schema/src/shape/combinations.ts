import { deref, type Schema, type Schemas, typesOf } from "@svc/model";
import { withDiscriminator } from "./discriminator.ts";
import { negate } from "./negate.ts";
import type { Draft, FlattenOptions } from "./shape.ts";

/** Adds what leaves a choice: `anyOf`, `oneOf`, `not`, `if`, `dependentSchemas`. */
export function addCombinations(draft: Draft, schema: Schema, { schemas, taken }: FlattenOptions): void {
  const choose: Choose = (key, options, exclusive = options) => {
    if (!taken.has(key)) draft.choices.push({ key, options, exclusive });
  };
  const { anyOf, oneOf, not, dependentSchemas, discriminator } = schema;
  if (oneOf !== undefined) {
    const options = oneOf.map((option) => withDiscriminator(option, discriminator));
    choose(
      oneOf,
      options,
      oneOf.length > MAX_RULED_OUT ? [] : options.map((option, index) => rulingOut(option, oneOf.toSpliced(index, 1))),
    );
    draft.fragile ||= !areDisjoint(oneOf, schemas);
  }
  if (anyOf !== undefined)
    choose(
      anyOf,
      anyOf.map((option) => withDiscriminator(option, discriminator)),
    );
  if (not !== undefined) addNot(draft, not, schemas, choose);
  if (schema.if !== undefined) addCondition(draft, schema, schema.if, choose);
  for (const [name, dependent] of Object.entries(dependentSchemas ?? {})) {
    const absent: Schema = { properties: { [name]: { not: {} } } };
    choose(dependent, [{ allOf: [dependent], required: [name] }, absent]);
  }
}

type Choose = (key: object, options: readonly Schema[], exclusive?: readonly Schema[]) => void;

/** Ruling out others costs more than trying where there are many: such alternatives are told apart by a property. */
const MAX_RULED_OUT = 6;

function rulingOut(option: Schema, others: readonly Schema[]): Schema {
  return { allOf: [option, ...others.map((other) => ({ not: other }))] };
}

function addNot(draft: Draft, not: Schema, schemas: Schemas, choose: Choose): void {
  const keywords = Object.keys(not).filter((keyword) => !ANNOTATIONS.has(keyword));
  if (keywords.length === 0) {
    draft.impossible = true;
    return;
  }
  draft.fragile = true;
  if (keywords.every((keyword) => keyword === "enum" || keyword === "const")) {
    draft.excluded.push(...(not.enum ?? []), ...(not.const === undefined ? [] : [not.const]));
    return;
  }
  const alternatives = negate(not, schemas);
  if (alternatives !== undefined) choose(not, alternatives);
}

const ANNOTATIONS = new Set(["title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"]);

function addCondition(draft: Draft, schema: Schema, condition: Schema, choose: Choose): void {
  const { then: consequence = {}, else: otherwise = {} } = schema;
  draft.fragile = true;
  choose(condition, [{ allOf: [condition, consequence] }, { allOf: [{ not: condition }, otherwise] }]);
}

/** Whether no two alternatives have a type in common: then whatever fits one fits exactly one. */
function areDisjoint(options: readonly Schema[], schemas: Schemas): boolean {
  const seen = new Set<string>();
  for (const option of options) {
    const types = typesOf(deref(option, schemas)).map((type) => (type === "integer" ? "number" : type));
    if (types.length === 0 || types.some((type) => seen.has(type))) return false;
    for (const type of types) seen.add(type);
  }
  return true;
}
