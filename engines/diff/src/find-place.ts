import { decodeText, plainToken, pointerTokens, valueAt } from "@svc/model";
import type { Fields, ReadObject } from "./compare/declarations.ts";

/** Finds the place in a document to which a pointer of its model leads: the nearest one that is there. */
export function createPlaceFinder(document: unknown): (pointer: string) => string {
  const known = new Map<string, string>();
  return (pointer) => {
    const found = known.get(pointer) ?? findPlace(document, pointer);
    known.set(pointer, found);
    return found;
  };
}

function findPlace(document: unknown, pointer: string): string {
  let value = document;
  let found = "";
  for (const token of pointer.split("/").slice(1)) {
    const key = plainToken(token);
    const next = valueAt(value, [key]);
    // An operation without `security` has that of the document.
    if (next === undefined) return key === "security" && valueAt(document, [key]) !== undefined ? "/security" : found;
    value = next;
    found = `${found}/${token}`;
  }
  return found;
}

/** Reads objects of a document by pointer. References within the document are followed, a few in a row at most. */
export function createReader(document: unknown): ReadObject {
  const at = (pointer: string): unknown => {
    const tokens = pointerTokens(pointer);
    return tokens && valueAt(document, tokens);
  };
  const follow = (value: unknown): unknown => {
    let found = value;
    for (let steps = 0; steps < MAX_REFERENCES; steps++) {
      const ref = valueAt(found, ["$ref"]);
      if (typeof ref !== "string" || !ref.startsWith("#/")) break;
      found = at(decodeText(ref.slice(1)));
    }
    return found;
  };
  return (pointer) => {
    const found = follow(at(pointer));
    return typeof found === "object" && found !== null ? (found as Fields) : undefined;
  };
}

const MAX_REFERENCES = 10;
