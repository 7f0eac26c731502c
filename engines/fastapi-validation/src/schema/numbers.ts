import type { Schema } from "@svc/model/data";
import { type Integer, JsonFloat, parseFloatText, parseInteger, toInteger } from "../json/number.ts";
import { EXACT, fail, failType, INVALID, LAX, lower, STRICT, type State, type Validator } from "./validator.ts";

/** One numeric constraint with its error. */
export interface Check {
  readonly type: string;
  readonly msg: string;
  readonly ctx: { readonly [key: string]: unknown };
  readonly passes: (value: Integer) => boolean;
}

type Bound = readonly [type: string, words: string, key: string, passes: (value: Integer, limit: number) => boolean];

/** In the order in which pydantic checks them. */
const BOUNDS = {
  multipleOf: ["multiple_of", "a multiple of", "multiple_of", isMultiple],
  maximum: ["less_than_equal", "less than or equal to", "le", (value, limit) => value <= limit],
  exclusiveMaximum: ["less_than", "less than", "lt", (value, limit) => value < limit],
  minimum: ["greater_than_equal", "greater than or equal to", "ge", (value, limit) => value >= limit],
  exclusiveMinimum: ["greater_than", "greater than", "gt", (value, limit) => value > limit],
} as const satisfies { readonly [keyword: string]: Bound };

/** The numeric constraints of a schema; only the first failure counts. */
export function boundsOf(schema: Schema, kind: "integer" | "number"): readonly Check[] {
  const rows = Object.entries(BOUNDS) as [keyof typeof BOUNDS, Bound][];
  return rows.flatMap(([keyword, [type, words, key, passes]]) => {
    const limit = schema[keyword];
    if (limit === undefined) return [];
    // A float's bound is a float to Python: `ge: 1.0`, though its message says 1.
    const ctx = { [key]: kind === "number" ? new JsonFloat(limit) : limit };
    return [{ type, msg: `Input should be ${words} ${limit}`, ctx, passes: (value) => passes(value, limit) }];
  });
}

/** Of integers exactly; of floats the remainder may miss by a billionth of the value, since floats do. */
function isMultiple(value: Integer, step: number): boolean {
  if (typeof value === "bigint" && Number.isInteger(step)) return step === 0 || value % BigInt(step) === 0n;
  const number = Number(value);
  const remainder = Math.abs(number % step);
  if (Number.isInteger(number) && Number.isInteger(step)) return remainder === 0;
  const threshold = Math.abs(number) / 1e9;
  return remainder <= threshold || Math.abs(remainder - Math.abs(step)) <= threshold;
}

const MESSAGES = {
  int_type: "Input should be a valid integer",
  int_parsing: "Input should be a valid integer, unable to parse string as an integer",
  int_parsing_size: "Unable to parse input string as an integer, exceeded maximum size",
  int_from_float: "Input should be a valid integer, got a number with a fractional part",
  finite_number: "Input should be a finite number",
} as const;

/** Whole numbers: text, `5.0` and booleans are converted. */
export function integerValidator(schema: Schema): Validator {
  const checks = boundsOf(schema, "integer");
  if (checks.length === 0) return toIntegerInput;
  return (input, state) => {
    const value = toIntegerInput(input, state);
    return value === INVALID ? value : checkAll(checks, value as Integer, input, state);
  };
}

function checkAll(checks: readonly Check[], value: Integer, input: unknown, state: State): unknown {
  for (const check of checks) {
    if (!check.passes(value)) return fail(state, { type: check.type, msg: check.msg, input, ctx: check.ctx });
  }
  return value;
}

/** The input as an integer, without bounds. */
export function toIntegerInput(input: unknown, state: State): unknown {
  switch (typeof input) {
    case "number":
    case "bigint":
      return input;
    case "string":
      return integerFromText(input, state);
    case "boolean":
      lower(state, LAX);
      return input ? 1 : 0;
    default:
      return input instanceof JsonFloat ? integerFromFloat(input, state) : failInteger("int_type", input, state);
  }
}

function integerFromText(text: string, state: State): unknown {
  const parsed = parseInteger(text);
  if ("error" in parsed) return failInteger(parsed.error, text, state);
  lower(state, LAX);
  return parsed.ok;
}

function integerFromFloat(input: JsonFloat, state: State): unknown {
  const { value } = input;
  if (!Number.isFinite(value)) return failInteger("finite_number", input, state);
  if (!Number.isInteger(value)) return failInteger("int_from_float", input, state);
  if (Math.abs(value) >= 2 ** 63) return failInteger("int_parsing_size", input, state);
  lower(state, LAX);
  return toInteger(BigInt(value).toString());
}

function failInteger(type: keyof typeof MESSAGES, input: unknown, state: State): typeof INVALID {
  return fail(state, { type, msg: MESSAGES[type], input });
}

/** Floats: integers, text and booleans are converted. */
export function numberValidator(schema: Schema): Validator {
  const checks = boundsOf(schema, "number");
  return (input, state) => {
    const value = toFloat(input, state);
    return value === undefined ? INVALID : checkAll(checks, value, input, state);
  };
}

function toFloat(input: unknown, state: State): number | undefined {
  if (input instanceof JsonFloat) return withExactness(input.value, EXACT, state);
  switch (typeof input) {
    case "number":
    case "bigint":
      return withExactness(Number(input), STRICT, state);
    case "boolean":
      return withExactness(input ? 1 : 0, LAX, state);
    case "string":
      return floatFromText(input, state);
    default:
      failType("float", "number", input, state);
      return undefined;
  }
}

function floatFromText(input: string, state: State): number | undefined {
  const value = parseFloatText(input);
  if (value !== undefined) return withExactness(value, LAX, state);
  const msg = "Input should be a valid number, unable to parse string as a number";
  fail(state, { type: "float_parsing", msg, input });
  return undefined;
}

function withExactness(value: number, exactness: number, state: State): number {
  lower(state, exactness);
  return value;
}
