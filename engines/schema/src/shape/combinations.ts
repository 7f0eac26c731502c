import { ANNOTATIONS, constrains, deref, LIMITS, type Schema, type Schemas, typesOf } from "@svc/model/data";
import { withDiscriminator } from "./discriminator.ts";
import { type Choice, type Combinations, VALUE_TYPES } from "./shape.ts";

/**
 * The combinations of each schema and the negations that they consist of, each made once: the same object for the same
 * schema, by which recursion is known. The negations are noted in `derived`.
 */
export function createCombinations(schemas: Schemas, derived: WeakSet<Schema>): (schema: Schema) => Combinations {
  const known = new WeakMap<Schema, Combinations>();
  const context: Context = { schemas, not: createNegations(schemas, derived) };
  return (schema) => {
    const found = known.get(schema) ?? combinationsOf(schema, context);
    known.set(schema, found);
    return found;
  };
}

interface Context {
  readonly schemas: Schemas;
  readonly not: (schema: Schema) => Schema;
}

function createNegations(schemas: Schemas, derived: WeakSet<Schema>): Context["not"] {
  const known = new WeakMap<Schema, Schema>();
  return (schema) => {
    const target = Object.keys(schema).length === 1 ? deref(schema, schemas) : schema;
    const negation = known.get(target) ?? { not: schema };
    known.set(target, negation);
    derived.add(negation);
    return negation;
  };
}

function combinationsOf(schema: Schema, context: Context): Combinations {
  const { anyOf, oneOf, not, dependentSchemas, discriminator } = schema;
  const found: Combinations = { choices: [], excluded: [], fragile: false, impossible: false };
  const choose = (key: object, options: readonly Schema[], exclusive = options): void => {
    found.choices.push({ key, options, exclusive });
  };
  if (oneOf !== undefined) {
    const options = oneOf.map((option) => withDiscriminator(option, discriminator));
    choose(oneOf, options, ruledOut(options, oneOf, context));
    found.fragile ||= !areDisjoint(oneOf, context.schemas);
  }
  if (anyOf !== undefined)
    choose(
      anyOf,
      anyOf.map((option) => withDiscriminator(option, discriminator)),
    );
  if (not !== undefined) addNot(found, not, context);
  if (schema.if !== undefined) found.choices.push(conditionOf(schema, schema.if, context));
  found.fragile ||= schema.if !== undefined;
  for (const [name, dependent] of Object.entries(dependentSchemas ?? {})) {
    const absent: Schema = { properties: { [name]: NEVER } };
    choose(dependent, [{ allOf: [dependent], required: [name] }, absent]);
  }
  return found;
}

/** Ruling out others costs more than trying where there are many: such alternatives are told apart by a property. */
const MAX_RULED_OUT = 6;

/** Each option with the others ruled out. */
function ruledOut(options: readonly Schema[], oneOf: readonly Schema[], { not }: Context): readonly Schema[] {
  if (oneOf.length > MAX_RULED_OUT) return [];
  return options.map((option, index) => ({ allOf: [option, ...oneOf.toSpliced(index, 1).map(not)] }));
}

function addNot(found: Combinations, not: Schema, context: Context): void {
  const keywords = Object.keys(not).filter((keyword) => !ANNOTATIONS.has(keyword));
  if (keywords.length === 0) {
    found.impossible = true;
    return;
  }
  found.fragile = true;
  if (keywords.every((keyword) => keyword === "enum" || keyword === "const")) {
    found.excluded.push(...(not.enum ?? []), ...(not.const === undefined ? [] : [not.const]));
    return;
  }
  const alternatives = negate(not, context);
  if (alternatives !== undefined) found.choices.push({ key: not, options: alternatives, exclusive: alternatives });
}

function conditionOf(schema: Schema, condition: Schema, { not }: Context): Choice {
  const { then: consequence = {}, else: otherwise = {} } = schema;
  const options = [{ allOf: [condition, consequence] }, { allOf: [not(condition), otherwise] }];
  return { key: condition, options, exclusive: options };
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

const NEVER: Schema = { not: {} };

/**
 * Schemas of which a value fits at least one if (and mostly: only if) it does not fit the given one: De Morgan's laws over
 * the keywords. Undefined where nothing useful can be said; then the value can only be tried and checked. Empty where
 * everything fits the schema, so that nothing fits its negation.
 */
function negate(schema: Schema, context: Context): Schema[] | undefined {
  const target = deref(schema, context.schemas);
  const results = [
    ...negateType(target),
    ...negateLimits(target),
    ...negateObject(target, context),
    ...negateCombinations(target, context),
  ];
  if (target.enum !== undefined || target.const !== undefined) {
    const { enum: values, const: value } = target;
    results.push({
      not: { ...(values !== undefined && { enum: values }), ...(value !== undefined && { const: value }) },
    });
  }
  const isOpaque = Object.keys(target).some((keyword) => constrains(keyword) && !NEGATED.has(keyword));
  return results.length === 0 && isOpaque ? undefined : results;
}

/** Keywords whose negation is made here; that of others has no keyword. */
const NEGATED: ReadonlySet<string> = new Set([
  ...LIMITS.map(({ keyword }) => keyword),
  ..."type required properties allOf anyOf oneOf not enum const".split(" "),
]);

function negateType(schema: Schema): Schema[] {
  const types = typesOf(schema);
  if (types.length === 0) return [];
  const others = VALUE_TYPES.filter(
    (type) => !types.includes(type) && !(type === "number" && types.includes("integer")),
  );
  return others.length === 0 ? [] : [{ type: others }];
}

function negateLimits(schema: Schema): Schema[] {
  return LIMITS.flatMap(({ keyword, of, beyond }) => {
    const bound = schema[keyword];
    // Nothing is shorter than nothing.
    if (bound === undefined || (bound + beyond.step < 0 && of !== "number")) return [];
    return [{ type: of, [beyond.keyword]: bound + beyond.step }];
  });
}

function negateObject({ required = [], properties = {} }: Schema, { not }: Context): Schema[] {
  const absent = required.map((name): Schema => ({ type: "object", properties: { [name]: NEVER } }));
  const different = Object.entries(properties).map(
    ([name, property]): Schema => ({ type: "object", required: [name], properties: { [name]: not(property) } }),
  );
  return [...absent, ...different];
}

function negateCombinations({ allOf = [], anyOf, oneOf, not: negated }: Schema, { not }: Context): Schema[] {
  const results = allOf.map(not);
  if (anyOf !== undefined) results.push({ allOf: anyOf.map(not) });
  if (oneOf !== undefined) results.push({ allOf: oneOf.map(not) });
  if (negated !== undefined) results.push(negated);
  return results;
}
