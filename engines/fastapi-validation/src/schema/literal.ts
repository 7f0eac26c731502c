import { type Json, matcherOf, type Schema } from "@svc/model/data";
import { JsonFloat } from "../json/number.ts";
import { toIntegerInput } from "./numbers.ts";
import { createState, fail, INVALID, LAX, lower, type State, toPlain, type Validator } from "./validator.ts";

/** `enum` and `const`: a class of values where the schema has a name, else a literal. They differ in error and label. */
export function literalValidator(
  values: readonly Json[],
  schema: Schema,
  name: string | undefined,
): {
  readonly validate: Validator;
  readonly label: (depth: number) => string;
} {
  const texts = values.map(pythonRepr);
  const expected = enumerate(texts);
  const msg = `Input should be ${expected}`;
  const type = name === undefined ? "literal_error" : "enum";
  const allowed = new Map(values.map((value) => [keyOf(value), value] as const));
  const isInteger = schema.type === "integer" || values.every((value) => Number.isInteger(value));
  const validate: Validator = (input, state) => {
    const key = keyOf(input);
    if (allowed.has(key)) return toPlain(input);
    if (name !== undefined && isInteger) {
      // A class of integers takes what an integer takes; a literal takes nothing but itself.
      const whole = toIntegerInput(input, createState());
      if (typeof whole === "bigint" && BigInt.asIntN(64, whole) !== whole) return tooBig(whole, state);
      if (whole !== INVALID && allowed.has(keyOf(whole))) {
        lower(state, LAX);
        return whole;
      }
    }
    return fail(state, { type, msg, input, ctx: { expected } });
  };
  const base = isInteger ? "int-" : values.every((value) => typeof value === "string") ? "str-" : "";
  return { validate, label: () => (name === undefined ? `literal[${texts.join(",")}]` : `${base}enum[${name}]`) };
}

function tooBig(input: unknown, state: State): unknown {
  const msg = "Unable to parse input string as an integer, exceeded maximum size";
  return fail(state, { type: "int_parsing_size", msg, input });
}

function keyOf(value: unknown): string {
  if (value instanceof JsonFloat) return `number:${value.value}`;
  if (typeof value === "bigint") return `number:${value}`;
  return typeof value === "object" && value !== null
    ? `json:${JSON.stringify(value, bigintText)}`
    : `${typeof value}:${value}`;
}

function bigintText(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/** A value as Python writes it in a message. */
export function pythonRepr(value: Json): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "string") return typeof value === "number" ? String(value) : JSON.stringify(value);
  const escaped = value
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return value.includes("'") && !value.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

/** `'a'`, `'a' or 'b'`, `'a', 'b' or 'c'`. */
function enumerate(texts: readonly string[]): string {
  if (texts.length < 2) return texts.join("");
  return `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;
}

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
      matches(input, state.shared.work) !== false
        ? undefined
        : fail(state, { type: "string_pattern_mismatch", msg, input, ctx: { pattern } }),
  ];
}
