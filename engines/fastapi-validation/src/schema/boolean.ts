import { JsonFloat } from "../json/number.ts";
import { fail, failType, LAX, lower, type State } from "./validator.ts";

/** Booleans: words, 0 and 1 are converted. */
export function validateBoolean(input: unknown, state: State): unknown {
  if (typeof input === "boolean") return input;
  const number = input instanceof JsonFloat ? input.value : input;
  // Numbers that no 64-bit integer is are of the wrong type; others are of the wrong value.
  const isWhole = typeof number === "number" && Number.isInteger(number) && Math.abs(number) < 2 ** 63;
  const isBig = typeof number === "bigint" && BigInt.asIntN(64, number) === number;
  if (typeof input !== "string" && !isWhole && !isBig) return failType("bool", "boolean", input, state);
  const value = typeof input === "string" ? parseBoolean(input) : fromNumber(number);
  if (value === undefined) {
    const msg = "Input should be a valid boolean, unable to interpret input";
    return fail(state, { type: "bool_parsing", msg, input });
  }
  lower(state, LAX);
  return value;
}

function fromNumber(number: unknown): boolean | undefined {
  if (number === 1) return true;
  return number === 0 ? false : undefined;
}

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...["0", "f", "n", "no", "off", "false"].map((word) => [word, false] as const),
  ...["1", "t", "y", "on", "yes", "true"].map((word) => [word, true] as const),
]);
const ASCII_LETTERS = /^[A-Za-z01]{1,5}$/;

/** Reads a boolean as pydantic's lax mode reads text: a word of a fixed list, ASCII case ignored, nothing trimmed. */
export function parseBoolean(text: string): boolean | undefined {
  // The test keeps out letters that lower-case into ASCII, as the Kelvin sign does.
  return ASCII_LETTERS.test(text) ? WORDS.get(text.toLowerCase()) : undefined;
}
