import type { Cursor } from "./cursor.ts";

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** A string in single or double quotes, where one stands here. RFC 9535, section 2.3.1.1. */
export function parseString(cursor: Cursor): string | undefined {
  const quoted = cursor.take(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/sy);
  if (quoted === undefined) return undefined;
  return quoted
    .slice(1, -1)
    .replaceAll(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, hex: string | undefined, character: string) => {
      return hex === undefined ? (ESCAPES.get(character) ?? character) : String.fromCharCode(Number.parseInt(hex, 16));
    });
}

/** A string, number, `true`, `false` or `null`, where one stands here; wrapped, since null is a value. */
export function parseLiteral(cursor: Cursor): { readonly value: unknown } | undefined {
  const text = parseString(cursor);
  if (text !== undefined) return { value: text };
  const word = cursor.take(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|(?:true|false|null)(?!\w)/y);
  return word === undefined ? undefined : { value: JSON.parse(word) as unknown };
}
