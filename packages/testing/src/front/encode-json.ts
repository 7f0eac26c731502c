// Node.js has it since 20, browsers since 2023; the other parts of that library version came later.
/// <reference lib="es2024.string" />
import { formatFloat, JsonFloat } from "./json-float.ts";

/**
 * JSON as FastAPI's JSONResponse writes it: compact, non-ASCII characters as they are, key order kept, big integers
 * exact, floats as Python writes them. Undefined properties are left out.
 *
 * @throws TypeError where Python could not write it either: NaN, infinity, a lone surrogate; and for functions and symbols.
 */
export function encodeJson(value: unknown): string {
  const text = encode(value);
  if (text === undefined) throw new TypeError(`a value of type ${typeof value} has no JSON form`);
  return text;
}

function encode(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return encodeText(value);
    case "number":
      return encodeNumber(value);
    case "bigint":
    case "boolean":
      return String(value);
    case "object":
      return value === null ? "null" : encodeObject(value);
    default:
      return undefined;
  }
}

function encodeText(text: string): string {
  if (!text.isWellFormed()) throw new TypeError("a lone surrogate has no UTF-8 form");
  return JSON.stringify(text);
}

function encodeNumber(value: number): string {
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? String(value) : formatFloat(value);
  if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`);
  return formatFloat(value);
}

function encodeObject(value: object): string | undefined {
  if (Array.isArray(value)) return `[${value.map((item) => encode(item) ?? "null").join(",")}]`;
  if (value instanceof JsonFloat) {
    if (!Number.isFinite(value.value)) throw new TypeError(`${value.value} has no JSON form`);
    return formatFloat(value.value);
  }
  if ("toJSON" in value && typeof value.toJSON === "function") return encode(value.toJSON());
  let members = "";
  for (const [key, item] of Object.entries(value)) {
    const text = encode(item);
    if (text === undefined) continue;
    members += `${members === "" ? "" : ","}${encodeText(key)}:${text}`;
  }
  return `{${members}}`;
}
