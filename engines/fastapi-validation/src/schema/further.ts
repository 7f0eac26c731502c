import { isNever, pointerTokens, type Schema, type Schemas, setOwn, subschemasOf, typesOf } from "@svc/model/data";
import { createValidate, directed, LENIENT, mergedOf } from "@svc/schema";
import { FormFile } from "../form/file.ts";
import { INVALID, isObject, toPlain, type Validator } from "./validator.ts";

/** Keywords that pydantic has no type for. */
const FURTHER = `not if contains minContains maxContains uniqueItems patternProperties propertyNames dependentRequired
  dependentSchemas unevaluatedProperties unevaluatedItems`.split(/\s+/) as readonly (keyof Schema)[];

/**
 * A validator that also refuses what a schema forbids by keywords that pydantic does not know: JSON Schema's judge looks at
 * the value, with what was converted in its place. The same validator where the schema has no such keyword.
 */
export function judgingFurther(validate: Validator, schema: Schema, schemas: Schemas): Validator {
  const reached = schemasBelow(schema, schemas);
  if (![...reached].some((one) => saysMore(one))) return validate;
  const judge = createValidate(schemas, directed(LENIENT, "request", schemas));
  return (input, state) => {
    const before = state.issues.length;
    const value = validate(input, state);
    if (value === INVALID || state.issues.length > before) return value;
    const whole = overlay(toPlain(input), value);
    for (const { pointer, message } of judge(schema, whole))
      state.issues.push({ type: "value_error", ...placeOf(pointer, whole), msg: message });
    return state.issues.length > before ? INVALID : value;
  };
}

function saysMore(schema: Schema): boolean {
  if (FURTHER.some((keyword) => schema[keyword] !== undefined && !(keyword === "not" && isNever(schema)))) return true;
  const { properties, minProperties, maxProperties, anyOf = [], oneOf = [] } = schema;
  if (properties !== undefined && (minProperties ?? maxProperties) !== undefined) return true;
  // Alternatives that say nothing of a type are no types.
  return [...anyOf, ...oneOf].some(
    (one) => one.required !== undefined && one.$ref === undefined && typesOf(one).length === 0,
  );
}

/** A schema with all that is in it, and in what it refers to. */
function schemasBelow(schema: Schema, schemas: Schemas): ReadonlySet<Schema> {
  const found = new Set([schema]);
  // A set that grows while it is walked.
  for (const one of found) {
    for (const [child] of subschemasOf(one, "")) found.add(child);
    if (one.$ref !== undefined) found.add(mergedOf(one, schemas));
  }
  return found;
}

/** The value that came, with converted scalars in their places, and the names of files. */
function overlay(given: unknown, converted: unknown): unknown {
  if (converted instanceof FormFile) return converted.filename;
  if (Array.isArray(given) && Array.isArray(converted))
    return given.length === converted.length ? given.map((item, index) => overlay(item, converted[index])) : given;
  // Of a field that a form repeats, the last value may count.
  if (!isObject(given) || !isObject(converted)) return isObject(given) ? given : converted;
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given))
    setOwn(result, name, Object.hasOwn(converted, name) ? overlay(value, converted[name]) : value);
  return result;
}

function placeOf(pointer: string, whole: unknown): { readonly loc: (string | number)[]; readonly input: unknown } {
  const loc: (string | number)[] = [];
  let input = whole;
  for (const token of pointerTokens(pointer) ?? []) {
    const key = Array.isArray(input) ? Number(token) : token;
    loc.push(key);
    input = Object(input)[key];
  }
  return { loc, input };
}
