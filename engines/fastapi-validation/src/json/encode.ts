// Node.js has it since 20, browsers since 2023; the other parts of that library version came later.
/// <reference lib="es2024.string" />
import { formatFloat, JsonFloat } from "./number.ts";

/**
 * Encodes JSON as FastAPI's JSONResponse does: compact, non-ASCII characters unescaped, keys in order, big integers exact,
 * floats as Python writes them. Undefined properties are left out.
 *
 * @throws TypeError for values that Python cannot encode (NaN, infinity, a lone surrogate), functions and symbols
 */
export function encodeJson(value: unknown): string {
  return toText(value, STRICT);
}

/**
 * The same for a value of {@link parseJson}, which may hold lone surrogates: they are escaped.
 *
 * @throws TypeError for NaN and infinity
 */
export function encodeParsedJson(value: unknown): string {
  return toText(value, PARSED);
}

/** The same for keys and for people: NaN and infinity become text, lone surrogates are escaped. */
export function encodeLenientJson(value: unknown): string {
  return toText(value, LENIENT);
}

interface Leaves {
  readonly text: (text: string) => string;
  readonly number: (value: number) => string;
}

const STRICT: Leaves = {
  text(text) {
    if (!text.isWellFormed()) throw new TypeError("a lone surrogate has no UTF-8 form");
    return JSON.stringify(text);
  },
  number(value) {
    if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`);
    return finiteText(value);
  },
};

const PARSED: Leaves = { ...STRICT, text: (text) => JSON.stringify(text) };

const LENIENT: Leaves = {
  ...PARSED,
  number: (value) => (Number.isFinite(value) ? finiteText(value) : `"${value}"`),
};

function toText(value: unknown, leaves: Leaves): string {
  const text = encode(value, leaves);
  if (text === undefined) throw new TypeError(`a value of type ${typeof value} has no JSON form`);
  return text;
}

function encode(value: unknown, leaves: Leaves): string | undefined {
  switch (typeof value) {
    case "string":
      return leaves.text(value);
    case "number":
      return leaves.number(value);
    case "bigint":
    case "boolean":
      return String(value);
    case "object":
      return value === null ? "null" : encodeObject(value, leaves);
    default:
      return undefined;
  }
}

function finiteText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? String(value) : formatFloat(value);
}

function encodeObject(value: object, leaves: Leaves): string | undefined {
  if (Array.isArray(value)) return `[${value.map((item) => encode(item, leaves) ?? "null").join(",")}]`;
  if (value instanceof JsonFloat) {
    return Number.isFinite(value.value) ? formatFloat(value.value) : leaves.number(value.value);
  }
  if ("toJSON" in value && typeof value.toJSON === "function") return encode(value.toJSON(), leaves);
  let members = "";
  for (const [key, item] of Object.entries(value)) {
    const text = encode(item, leaves);
    if (text === undefined) continue;
    members += `${members === "" ? "" : ","}${leaves.text(key)}:${text}`;
  }
  return `{${members}}`;
}
