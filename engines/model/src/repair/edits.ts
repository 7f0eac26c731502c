import { pointerTokens, valueAt } from "../load/pointer.ts";
import type { Edit } from "./repair.ts";

/** The pointer of the container of a place, and the place's key in it. */
export function splitPointer(pointer: string): { readonly parent: string; readonly key: string } {
  const at = pointer.lastIndexOf("/");
  return { parent: pointer.slice(0, at), key: (pointerTokens(pointer.slice(at)) ?? [""])[0] ?? "" };
}

/** The edits that put another value in a place of a document. */
export function replaceAt(pointer: string, value: unknown, root: unknown): readonly Edit[] {
  const { parent, key } = splitPointer(pointer);
  if (!Array.isArray(valueAt(root, pointerTokens(parent) ?? []))) return [{ op: "set", pointer: parent, key, value }];
  if (typeof value !== "object" || value === null) return [{ op: "item", pointer: parent, index: Number(key), value }];
  // An update would be merged into the item: it leaves, and its successor comes last.
  return [
    { op: "append", pointer: parent, value },
    { op: "remove", pointer },
  ];
}
