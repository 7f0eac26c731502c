import type { Schema } from "@svc/model";
import { JsonFloat } from "../json-float.ts";
import { parseFloatText } from "../parse-float.ts";
import { boundsOf } from "./bounds.ts";
import { EXACT, fail, INVALID, LAX, lower, STRICT, type State, type Validator } from "./validator.ts";

/** Floats: integers, text and booleans are converted. */
export function numberValidator(schema: Schema): Validator {
  const checks = boundsOf(schema, "number");
  return (input, state) => {
    const value = toFloat(input, state);
    if (value === undefined) return INVALID;
    for (const check of checks) {
      if (!check.passes(value)) return fail(state, { type: check.type, msg: check.msg, input, ctx: check.ctx });
    }
    return value;
  };
}

function toFloat(input: unknown, state: State): number | undefined {
  if (input instanceof JsonFloat) return converted(input.value, EXACT, state);
  switch (typeof input) {
    case "number":
    case "bigint":
      return converted(Number(input), STRICT, state);
    case "boolean":
      return converted(input ? 1 : 0, LAX, state);
    case "string":
      return fromText(input, state);
    default:
      fail(state, { type: "float_type", msg: "Input should be a valid number", input });
      return undefined;
  }
}

function fromText(input: string, state: State): number | undefined {
  const value = parseFloatText(input);
  if (value !== undefined) return converted(value, LAX, state);
  const msg = "Input should be a valid number, unable to parse string as a number";
  fail(state, { type: "float_parsing", msg, input });
  return undefined;
}

function converted(value: number, exactness: number, state: State): number {
  lower(state, exactness);
  return value;
}
