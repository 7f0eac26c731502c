import { deref, type Schema, type Schemas, type TypeName, typesOf } from "@svc/model";
import { withDiscriminator } from "./discriminator.ts";
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

const TYPES: readonly TypeName[] = ["string", "number", "boolean", "object", "array", "null"];
const NEVER: Schema = { not: {} };

/**
 * Schemas of which a value fits at least one if (and mostly: only if) it does not fit the given one: De Morgan's laws over
 * the keywords. Undefined where nothing useful can be said; then the value can only be tried and checked. Empty where
 * everything fits the schema, so that nothing fits its negation.
 */
function negate(schema: Schema, schemas: Schemas): Schema[] | undefined {
  const target = deref(schema, schemas);
  const results = [
    ...negateType(target),
    ...negateBounds(target),
    ...negateObject(target),
    ...negateCombinations(target),
  ];
  if (target.enum !== undefined || target.const !== undefined) {
    const { enum: values, const: value } = target;
    results.push({
      not: { ...(values !== undefined && { enum: values }), ...(value !== undefined && { const: value }) },
    });
  }
  const isOpaque = OPAQUE.some((keyword) => target[keyword] !== undefined);
  return results.length === 0 && isOpaque ? undefined : results;
}

/** Keywords whose negation has no keyword. */
const OPAQUE = [
  "pattern",
  "format",
  "items",
  "prefixItems",
  "contains",
  "uniqueItems",
  "multipleOf",
] as const satisfies readonly (keyof Schema)[];

function negateType(schema: Schema): Schema[] {
  const types = typesOf(schema);
  if (types.length === 0) return [];
  const others = TYPES.filter((type) => !types.includes(type) && !(type === "number" && types.includes("integer")));
  return others.length === 0 ? [] : [{ type: others }];
}

function negateBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...schema }: Schema): Schema[] {
  const { minLength, maxLength, minItems, maxItems } = schema;
  const results: Schema[] = [];
  if (minimum !== undefined) results.push({ type: "number", exclusiveMaximum: minimum });
  if (maximum !== undefined) results.push({ type: "number", exclusiveMinimum: maximum });
  if (exclusiveMinimum !== undefined) results.push({ type: "number", maximum: exclusiveMinimum });
  if (exclusiveMaximum !== undefined) results.push({ type: "number", minimum: exclusiveMaximum });
  if (minLength !== undefined && minLength > 0) results.push({ type: "string", maxLength: minLength - 1 });
  if (maxLength !== undefined) results.push({ type: "string", minLength: maxLength + 1 });
  if (minItems !== undefined && minItems > 0) results.push({ type: "array", maxItems: minItems - 1 });
  if (maxItems !== undefined) results.push({ type: "array", minItems: maxItems + 1 });
  return results;
}

function negateObject({ required = [], properties = {} }: Schema): Schema[] {
  const absent = required.map((name): Schema => ({ type: "object", properties: { [name]: NEVER } }));
  const different = Object.entries(properties).map(
    ([name, property]): Schema => ({ type: "object", required: [name], properties: { [name]: { not: property } } }),
  );
  return [...absent, ...different];
}

function negateCombinations({ allOf = [], anyOf, oneOf, not }: Schema): Schema[] {
  const results = allOf.map((part): Schema => ({ not: part }));
  if (anyOf !== undefined) results.push({ allOf: anyOf.map((part) => ({ not: part })) });
  if (oneOf !== undefined) results.push({ allOf: oneOf.map((part) => ({ not: part })) });
  if (not !== undefined) results.push(not);
  return results;
}
