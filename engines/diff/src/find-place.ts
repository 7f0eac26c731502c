import { plainToken } from "@svc/model";
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
    const next = step(value, key);
    // An operation without `security` has that of the document.
    if (next === undefined) return key === "security" && step(document, key) !== undefined ? "/security" : found;
    value = next;
    found = `${found}/${token}`;
  }
  return found;
}

function step(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as { readonly [key: string]: unknown })[key];
}

/** Reads objects of a document by pointer. References within the document are followed, a few in a row at most. */
export function createReader(document: unknown): ReadObject {
  const follow = (value: unknown): unknown => {
    let found = value;
    for (let steps = 0; steps < MAX_REFERENCES; steps++) {
      const ref = step(found, "$ref");
      if (typeof ref !== "string" || !ref.startsWith("#/")) break;
      found = walk(decodeURIComponent(ref.slice(1)));
    }
    return found;
  };
  const walk = (pointer: string): unknown =>
    pointer
      .split("/")
      .slice(1)
      .reduce((value: unknown, token) => step(value, plainToken(token)), document);
  return (pointer) => {
    const found = follow(walk(pointer));
    return typeof found === "object" && found !== null ? (found as Fields) : undefined;
  };
}

const MAX_REFERENCES = 10;
