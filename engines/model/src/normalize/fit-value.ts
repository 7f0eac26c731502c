import type { Json } from "../model.ts";

/**
 * A value as its schema's `type` has it: unchanged where it is of that type; read as one where it is the exact text of a
 * number or boolean (YAML authors quote `"1"`, and `"true"`); undefined where it is neither. Without a type, anything fits.
 */
export function fitValue(value: unknown, type: unknown): Json | undefined {
  if (typeof type !== "string" && !Array.isArray(type)) return value as Json;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  // Null is handled by `nullable`, which has rules of its own.
  if (value === null || types.some((name) => isOfType(value, name))) return value as Json;
  if (typeof value !== "string") return undefined;
  if (types.includes("boolean") && (value === "true" || value === "false")) return value === "true";
  const number = Number(value);
  if (String(number) !== value || !Number.isFinite(number)) return undefined;
  return types.includes("number") || (types.includes("integer") && Number.isInteger(number)) ? number : undefined;
}

/** Whether a value is of a type of JSON Schema: a whole number is an `integer` and a `number`. */
export function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}
