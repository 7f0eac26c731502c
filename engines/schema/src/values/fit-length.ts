import { own } from "@svc/model";

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
  const characters = [...text];
  if (format !== undefined) return fitFormat(characters.length, text, { minLength, maxLength }, format);
  if (characters.length > maxLength) return characters.slice(0, maxLength).join("").replace(/\s$/, "x");
  const target = Math.min(minLength, MAX_FILLED);
  if (characters.length >= target) return text;
  const filler = characters.length === 0 ? ["x"] : [...` ${text}`];
  while (characters.length < target) characters.push(filler[characters.length % filler.length] ?? "x");
  return characters.join("").replace(/\s$/, "x");
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
  if (format === "binary" || format === "password") return [...text].slice(0, maxLength).join("");
  return short !== undefined && short.length <= maxLength ? short.padEnd(minLength, "x") : text;
}
