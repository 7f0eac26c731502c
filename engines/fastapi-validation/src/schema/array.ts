import type { Schema } from "@svc/model/data";
import {
  type Compile,
  type Compiled,
  checkLength,
  failType,
  INVALID,
  joinLabels,
  type State,
  type Validator,
  validateAt,
} from "./validator.ts";

/** Arrays: lists, sets where items are unique, tuples where they are counted one by one. */
export function arrayValidator(schema: Schema, compile: Compile): Compiled {
  if (schema.prefixItems !== undefined) return tupleValidator(schema, schema.prefixItems, compile);
  const items = compile(schema.items ?? {});
  const kind = schema.uniqueItems === true ? "set" : "list";
  const validate = kind === "set" ? setValidator(schema, items.validate) : listValidator(schema, items.validate);
  return { validate, label: (depth) => `${kind}[${items.label(depth)}]` };
}

function listValidator({ minItems, maxItems }: Schema, item: Validator): Validator {
  return (input, state) => {
    if (!Array.isArray(input)) return failType("list", "list", input, state);
    const count = { field: "List", unit: "item", length: input.length, input } as const;
    // Too many items are told before, too few after the items' own errors.
    if (!checkLength(count, [undefined, maxItems], state)) return INVALID;
    const result = validateItems(input, item, state);
    if (result === INVALID) return INVALID;
    return checkLength(count, [minItems, undefined], state) ? result : INVALID;
  };
}

function setValidator({ minItems, maxItems }: Schema, item: Validator): Validator {
  return (input, state) => {
    if (!Array.isArray(input)) return failType("set", "set", input, state);
    const result = validateItems(input, item, state);
    if (!Array.isArray(result)) return INVALID;
    const unique = [...new Set(result)];
    const count = { field: "Set", unit: "item", length: unique.length, input } as const;
    return checkLength(count, [minItems, maxItems], state) ? unique : INVALID;
  };
}

function validateItems(input: readonly unknown[], item: Validator, state: State): unknown[] | typeof INVALID {
  const before = state.issues.length;
  const result = input.map((value, index) => validateAt(item, value, index, state));
  return state.issues.length > before ? INVALID : result;
}

function tupleValidator(schema: Schema, prefix: readonly Schema[], compile: Compile): Compiled {
  const heads = prefix.map((item) => compile(item));
  const least = Math.min(schema.minItems ?? 0, heads.length);
  const isClosed = schema.maxItems === heads.length || schema.items?.not !== undefined;
  const tail = compile(isClosed ? {} : (schema.items ?? {})).validate;
  const validate: Validator = (input, state) => {
    if (!Array.isArray(input)) return failType("tuple", "tuple", input, state);
    const before = state.issues.length;
    const count = { field: "Tuple", unit: "item", length: input.length, input } as const;
    if (isClosed && !checkLength(count, [undefined, heads.length], state)) return INVALID;
    const result = input.map((value, index) => validateAt(heads[index]?.validate ?? tail, value, index, state));
    for (let index = input.length; index < least; index += 1) {
      state.issues.push({ type: "missing", loc: [index], msg: "Field required", input });
    }
    return state.issues.length > before ? INVALID : result;
  };
  return { validate, label: (depth) => `tuple[${joinLabels(heads, depth, ", ")}]` };
}
