import { deref, type Schema, type Schemas, type TypeName, typesOf } from "@svc/model";

const TYPES: readonly TypeName[] = ["string", "number", "boolean", "object", "array", "null"];
const NEVER: Schema = { not: {} };

/**
 * Schemas of which a value fits at least one if (and mostly: only if) it does not fit the given one: De Morgan's laws over
 * the keywords. Undefined where nothing useful can be said; then the value can only be tried and checked. Empty where
 * everything fits the schema, so that nothing fits its negation.
 */
export function negate(schema: Schema, schemas: Schemas): Schema[] | undefined {
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
