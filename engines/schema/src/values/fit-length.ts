import { own } from "@svc/model/data";
import { lengthOf } from "../validate/scalars.ts";

interface Lengths {
  readonly minLength: number;
  readonly maxLength: number;
}

/** Longest text that is filled up. */
export const MAX_FILLED = 100_000;

/** Shortest texts of formats that have a shape of their own. */
const SHORT: { readonly [format: string]: string } = {
  email: "a@b.co",
  uri: "a:b",
  url: "a:b",
  hostname: "a",
  ipv6: "::",
};

/**
 * A text with a length in characters between two bounds, as far as its format leaves room: cut at the end, or filled up
 * with more of the same.
 */
export function fitLength(text: string, { minLength, maxLength }: Lengths, format?: string): string {
  const length = lengthOf(text);
  if (format !== undefined) return fitFormat(length, text, { minLength, maxLength }, format);
  if (length > maxLength) return cut(text, maxLength).replace(/\s$/, "x");
  const target = Math.min(minLength, MAX_FILLED);
  if (length >= target) return text;
  const last = [...text].at(-1);
  if (last === undefined) return "x".repeat(target);
  return cut(text + last + ` ${text}`.repeat(Math.ceil(target / (length + 1))), target).replace(/\s$/, "x");
}

/** The first characters of a text. */
function cut(text: string, length: number): string {
  return lengthOf(text) === text.length ? text.slice(0, length) : [...text].slice(0, length).join("");
}

function fitFormat(length: number, text: string, { minLength, maxLength }: Lengths, format: string): string {
  const short = own(SHORT, format);
  const missing = minLength - length;
  if (missing > 0) {
    const filler = "x".repeat(Math.min(missing, MAX_FILLED));
    if (format === "email") return `${filler}${text}`;
    return ["uri", "url", "uri-reference", "binary", "password"].includes(format) ? `${text}${filler}` : text;
  }
  if (length <= maxLength) return text;
  if (format === "binary" || format === "password") return cut(text, maxLength);
  return short !== undefined && short.length <= maxLength ? short.padEnd(minLength, "x") : text;
}
