import { isNever, type Schema, type Schemas, setOwn, travels } from "@svc/model/data";
import {
  type Compile,
  checkLength,
  fail,
  failObject,
  failType,
  INVALID,
  isObject,
  type State,
  toPlain,
  type Validator,
  validateAt,
} from "./validator.ts";

interface Field {
  readonly name: string;
  readonly validate: Validator;
  readonly required: boolean;
  readonly default: unknown;
}

/** Objects with `properties` are models; others are dictionaries. */
export function objectValidator(schema: Schema, compile: Compile, schemas: Schemas): Validator {
  return schema.properties === undefined
    ? dictionaryValidator(schema, compile)
    : modelValidator(schema, compile, schemas);
}

function modelValidator(schema: Schema, compile: Compile, schemas: Schemas): Validator {
  const required = new Set(schema.required);
  const properties = schema.properties ?? {};
  const fields = Object.entries(properties).map(([name, property]): Field => {
    const isRequired = required.has(name) && travels(property, "request", schemas);
    return { name, validate: compile(property).validate, required: isRequired, default: property.default };
  });
  const known = new Set(Object.keys(properties));
  const undeclared = [...required].filter((name) => !known.has(name));
  const extras = extrasOf(schema, compile);
  return (input, state) => {
    if (!isObject(input)) return failObject(input, state);
    const before = state.issues.length;
    const result: Record<string, unknown> = {};
    for (const field of fields) readField(field, input, result, state);
    for (const name of undeclared) if (!Object.hasOwn(input, name)) missing(name, input, state);
    if (extras !== undefined) {
      for (const [key, value] of Object.entries(input)) {
        if (!known.has(key)) setOwn(result, key, validateAt(extras, value, key, state));
      }
    }
    return state.issues.length > before ? INVALID : result;
  };
}

function readField(field: Field, input: Record<string, unknown>, result: Record<string, unknown>, state: State): void {
  if (Object.hasOwn(input, field.name)) {
    setOwn(result, field.name, validateAt(field.validate, input[field.name], field.name, state));
    state.fields += 1;
  } else if (field.required) missing(field.name, input, state);
  else if (field.default !== undefined) setOwn(result, field.name, toPlain(field.default));
}

function missing(name: string, input: unknown, state: State): void {
  state.issues.push({ type: "missing", loc: [name], msg: "Field required", input });
}

/** Validator of undeclared properties; undefined: they are left out, as by pydantic's default. */
function extrasOf({ additionalProperties, patternProperties }: Schema, compile: Compile): Validator | undefined {
  // Names that a pattern describes are kept, and judged with the other keywords that pydantic does not know.
  if (patternProperties !== undefined) return toPlain;
  if (additionalProperties === undefined) return undefined;
  if (!isNever(additionalProperties)) return compile(additionalProperties).validate;
  return (input, state) => fail(state, { type: "extra_forbidden", msg: "Extra inputs are not permitted", input });
}

function dictionaryValidator(schema: Schema, compile: Compile): Validator {
  const { additionalProperties, propertyNames, minProperties, maxProperties, required = [] } = schema;
  const values = compile(additionalProperties ?? {}).validate;
  const names = propertyNames && compile({ type: "string", ...propertyNames }).validate;
  return (input, state) => {
    if (!isObject(input)) return failType("dict", "dictionary", input, state);
    const before = state.issues.length;
    const result: Record<string, unknown> = {};
    const entries = Object.entries(input);
    for (const [key, value] of entries) {
      if (names !== undefined) validateAt((_, inner) => validateAt(names, key, "[key]", inner), value, key, state);
      setOwn(result, key, validateAt(values, value, key, state));
    }
    for (const name of required) if (!Object.hasOwn(input, name)) missing(name, input, state);
    if (state.issues.length > before) return INVALID;
    const count = { field: "Dictionary", unit: "item", length: entries.length, input } as const;
    return checkLength(count, [minProperties, maxProperties], state) ? result : INVALID;
  };
}
