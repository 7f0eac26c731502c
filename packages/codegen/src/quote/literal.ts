import { key, num, str } from "./strings.ts";
import type { Code } from "./template.ts";

/** Longest value that stays on one line. */
const LINE_WIDTH = 100;

/**
 * A value as `JSON.parse` gives it, as a literal of TypeScript. Properties that are undefined are left out, as JSON does.
 *
 * @throws TypeError for anything that is not JSON.
 */
export function literal(value: unknown): Code {
  return print(value, 0) as Code;
}

function print(value: unknown, depth: number): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return num(value);
  if (typeof value === "string") return str(value);
  if (Array.isArray(value))
    return wrap(
      "[",
      value.map((item) => print(item, depth + 1)),
      "]",
      depth,
    );
  if (typeof value === "object") {
    const members = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([name, item]) => `${key(name)}: ${print(item, depth + 1)}${isUntyped(name, item) ? " as const" : ""}`);
    return wrap("{", members, "}", depth);
  }
  throw new TypeError(`Expected a JSON value, got ${typeof value}`);
}

/**
 * TypeScript gives no type from around it to what stands under a name that every object has, or that is computed: it takes
 * the inherited member's type, or none. Left alone, texts there would be of any text.
 */
function isUntyped(name: string, value: unknown): boolean {
  return Object.hasOwn(Object.prototype, name) && typeof value === "object" && value !== null;
}

function wrap(open: string, items: readonly string[], close: string, depth: number): string {
  if (items.length === 0) return open + close;
  let width = depth * 2;
  for (const item of items) width += item.includes("\n") ? LINE_WIDTH : item.length + 2;
  if (width < LINE_WIDTH) {
    const space = open === "{" ? " " : "";
    return `${open}${space}${items.join(", ")}${space}${close}`;
  }
  const indent = "  ".repeat(depth);
  return `${open}\n${items.map((item) => `${indent}  ${item},\n`).join("")}${indent}${close}`;
}
