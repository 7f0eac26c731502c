import { JsonFloat } from "../json-float.ts";
import { type Duration, parseDuration } from "../parse-duration.ts";
import { fail, LAX, lower, type State, type Validator } from "./validator.ts";

/** Internal: a value that pydantic's parser takes and Python cannot hold. A real service answers 500. */
export class OverflowCrash extends Error {
  override readonly name = "OverflowCrash";
}

/** Durations from text, or from a number of seconds. `keepText` leaves the text as the value. */
export function durationValidator(keepText: boolean): Validator {
  return (input, state) => {
    if (typeof input !== "string") return fromNumber(input, state, keepText);
    const parsed = parseDuration(input);
    if ("crash" in parsed) throw new OverflowCrash("a duration below Python's least timedelta");
    if ("error" in parsed) return refuse(parsed.error, input, state);
    lower(state, LAX);
    return keepText ? input : parsed.ok;
  };
}

function fromNumber(input: unknown, state: State, keepNumber: boolean): unknown {
  const number = toSeconds(input);
  if (number === undefined) {
    return fail(state, { type: "time_delta_type", msg: "Input should be a valid timedelta", input });
  }
  if (Number.isNaN(number)) return refuse("NaN values not permitted", input, state);
  const microseconds = Math.round((number - Math.floor(number)) * 1_000_000);
  const seconds = Math.floor(number) + Math.floor(microseconds / 1_000_000);
  const days = Math.floor(seconds / 86_400);
  if (Math.abs(days) > 999_999_999) return refuse("durations may not exceed 999,999,999 days", input, state);
  lower(state, LAX);
  const value: Duration = { days, seconds: seconds - days * 86_400, microseconds: microseconds % 1_000_000 };
  return keepNumber ? number : value;
}

function toSeconds(input: unknown): number | undefined {
  if (input instanceof JsonFloat) return input.value;
  if (typeof input === "number" || typeof input === "bigint" || typeof input === "boolean") return Number(input);
  return undefined;
}

function refuse(error: string, input: unknown, state: State): unknown {
  const msg = `Input should be a valid timedelta, ${error}`;
  return fail(state, { type: "time_delta_parsing", msg, input, ctx: { error } });
}
