import { matcherOf, type Schema } from "@svc/model";
import { fail, INVALID, type State, type Validator } from "./validator.ts";

/** Text: nothing is converted. Lengths count code points, as Python does. */
export function stringValidator(schema: Schema): Validator {
  const checks = [...lengthChecks(schema), ...patternCheck(schema)];
  return (input, state) => {
    if (typeof input !== "string") {
      return fail(state, { type: "string_type", msg: "Input should be a valid string", input });
    }
    for (const check of checks) if (check(input, state) === INVALID) return INVALID;
    return input;
  };
}

type TextCheck = (text: string, state: State) => typeof INVALID | undefined;

function lengthChecks({ minLength, maxLength }: Schema): TextCheck[] {
  const checks: TextCheck[] = [];
  if (typeof minLength === "number" && minLength > 0) {
    const msg = `String should have at least ${minLength} ${plural(minLength)}`;
    checks.push((input, state) =>
      input.length < 2 * minLength && codePoints(input) < minLength
        ? fail(state, { type: "string_too_short", msg, input, ctx: { min_length: minLength } })
        : undefined,
    );
  }
  if (typeof maxLength === "number") {
    const msg = `String should have at most ${maxLength} ${plural(maxLength)}`;
    checks.push((input, state) =>
      input.length > maxLength && codePoints(input) > maxLength
        ? fail(state, { type: "string_too_long", msg, input, ctx: { max_length: maxLength } })
        : undefined,
    );
  }
  return checks;
}

function plural(count: number): string {
  return count === 1 ? "character" : "characters";
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function patternCheck({ pattern }: Schema): TextCheck[] {
  // pydantic's engine takes linear time, too. A pattern that cannot be read, or matched so, is not checked.
  const matches = typeof pattern === "string" ? matcherOf(pattern) : undefined;
  if (matches === undefined) return [];
  const msg = `String should match pattern '${pattern}'`;
  return [
    (input, state) =>
      matches(input) !== false
        ? undefined
        : fail(state, { type: "string_pattern_mismatch", msg, input, ctx: { pattern } }),
  ];
}
