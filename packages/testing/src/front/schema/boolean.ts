import { JsonFloat } from "../json-float.ts";
import { parseBoolean } from "../parse-boolean.ts";
import { fail, LAX, lower, type State } from "./validator.ts";

/** Booleans: words, 0 and 1 are converted. */
export function validateBoolean(input: unknown, state: State): unknown {
  if (typeof input === "boolean") return input;
  const number = input instanceof JsonFloat && Number.isInteger(input.value) ? input.value : input;
  const isNumber = typeof number === "number" || typeof number === "bigint";
  if (typeof input !== "string" && !isNumber) {
    return fail(state, { type: "bool_type", msg: "Input should be a valid boolean", input });
  }
  const value = typeof input === "string" ? parseBoolean(input) : fromNumber(number);
  if (value === undefined) {
    return fail(state, {
      type: "bool_parsing",
      msg: "Input should be a valid boolean, unable to interpret input",
      input,
    });
  }
  lower(state, LAX);
  return value;
}

function fromNumber(number: unknown): boolean | undefined {
  if (number === 1) return true;
  return number === 0 ? false : undefined;
}
