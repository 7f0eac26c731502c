import { childPointer } from "../pointer.ts";

/**
 * Deeper than any real document by far, and shallow enough for what recurses over values: TypeScript's printer overflows
 * somewhere above 500 levels, and its checker manages what it prints.
 */
export const MAX_DEPTH = 400;

/** More values than any real document has by far: shared objects may stand for more than memory could hold. */
export const MAX_VALUES = 20_000_000;

/** Why a document is too large to walk, and where: it nests too deeply, contains itself, or multiplies by sharing. */
export function findExcess(root: unknown): { readonly pointer: string; readonly message: string } | undefined {
  let left = MAX_VALUES;
  const path: string[] = [];
  // Recursion is bounded by the depth that it checks.
  const fits = (value: object, depth: number): boolean => {
    const items = Array.isArray(value) ? value : Object.values(value);
    left -= items.length;
    if (depth > MAX_DEPTH || left < 0) return false;
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      if (typeof item !== "object" || item === null || fits(item, depth + 1)) continue;
      path.push(Array.isArray(value) ? String(index) : (Object.keys(value)[index] ?? ""));
      return false;
    }
    return true;
  };
  if (typeof root !== "object" || root === null || fits(root, 1)) return undefined;
  const pointer = childPointer("", ...path.reverse().slice(0, 12));
  if (left < 0) return { pointer, message: `is among more than ${MAX_VALUES} values; split the document` };
  return { pointer, message: `nests more than ${MAX_DEPTH} levels; split it up with $ref` };
}
