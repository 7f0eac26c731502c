import { trimWhiteSpace } from "./white-space.ts";

const FLOAT = /^[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|inf|infinity|nan)$/i;

/** Reads a float as pydantic's lax mode reads text: decimal, exponent, `inf`, `nan`; undefined where it is none. */
export function parseFloatText(text: string): number | undefined {
  const trimmed = trimWhiteSpace(text);
  if (FLOAT.test(trimmed)) return toNumber(trimmed);
  // Underscores are looked for in the text as it came: with blanks around, they are refused.
  if (!text.includes("_") || text.startsWith("_") || text.endsWith("_") || text.includes("__")) return undefined;
  const stripped = text.replaceAll("_", "");
  return FLOAT.test(stripped) ? toNumber(stripped) : undefined;
}

function toNumber(text: string): number {
  const lower = text.toLowerCase();
  if (lower.includes("n")) {
    if (lower.includes("a")) return Number.NaN;
    return lower.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  return Number(text);
}
