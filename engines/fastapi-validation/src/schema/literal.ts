import { type Json, matcherOf, type Schema } from "@svc/model/data";
import { canonicalText, lengthOf } from "@svc/schema";
import { formatFloat, JsonFloat } from "../json/number.ts";
import { toIntegerInput } from "./numbers.ts";
import {
  checkLength,
  createState,
  fail,
  failType,
  INVALID,
  LAX,
  lower,
  type State,
  toPlain,
  type Validator,
} from "./validator.ts";

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
  if (typeof value === "string") return `"${value}`;
  const plain = toPlain(value);
  // JSON has no NaN.
  return typeof plain === "number" ? String(plain) : canonicalText(plain);
}

/** A value as Python writes it in a message. */
export function pythonRepr(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value instanceof JsonFloat) return formatFloat(value.value);
  if (typeof value !== "string") return typeof value === "object" ? JSON.stringify(value) : String(value);
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
export function stringValidator({ minLength, maxLength, pattern }: Schema): Validator {
  const hasLimits = minLength !== undefined || maxLength !== undefined;
  // pydantic's engine takes linear time, too. A pattern that cannot be read, or matched so, is not checked.
  const matches = pattern === undefined ? undefined : matcherOf(pattern);
  return (input, state) => {
    if (typeof input !== "string") return failType("string", "string", input, state);
    if (hasLimits) {
      const length = { field: "String", unit: "character", length: lengthOf(input), input } as const;
      if (!checkLength(length, [minLength, maxLength], state, "string_")) return INVALID;
    }
    if (matches === undefined || matches(input, state.shared.work) !== false) return input;
    const msg = `String should match pattern '${pattern}'`;
    return fail(state, { type: "string_pattern_mismatch", msg, input, ctx: { pattern } });
  };
}
