import type { Schema } from "@svc/model";
import { JsonFloat } from "../json-float.ts";
import { type Integer, parseInteger, toInteger } from "../parse-integer.ts";
import { boundsOf, type Check } from "./bounds.ts";
import { fail, INVALID, LAX, lower, type State, type Validator } from "./validator.ts";

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
  if (checks.length === 0) return toWhole;
  return (input, state) => {
    const value = toWhole(input, state);
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
export function toWhole(input: unknown, state: State): unknown {
  switch (typeof input) {
    case "number":
    case "bigint":
      return input;
    case "string":
      return fromText(input, state);
    case "boolean":
      lower(state, LAX);
      return input ? 1 : 0;
    default:
      return input instanceof JsonFloat ? fromFloat(input, state) : refuse("int_type", input, state);
  }
}

function fromText(text: string, state: State): unknown {
  const parsed = parseInteger(text);
  if ("error" in parsed) return refuse(parsed.error, text, state);
  lower(state, LAX);
  return parsed.ok;
}

function fromFloat(input: JsonFloat, state: State): unknown {
  const { value } = input;
  if (!Number.isFinite(value)) return refuse("finite_number", input, state);
  if (!Number.isInteger(value)) return refuse("int_from_float", input, state);
  if (Math.abs(value) >= 2 ** 63) return refuse("int_parsing_size", input, state);
  lower(state, LAX);
  return toInteger(BigInt(value).toString());
}

function refuse(type: keyof typeof MESSAGES, input: unknown, state: State): typeof INVALID {
  return fail(state, { type, msg: MESSAGES[type], input });
}
