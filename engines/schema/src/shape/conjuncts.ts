import type { Schema } from "@svc/model";

/** Keywords of a schema that say nothing of their own about a value: annotations, and what leads to other schemas. */
export function saysNothing(keyword: string): boolean {
  return SAYS_NOTHING.has(keyword) || keyword.startsWith("x-");
}

const SAYS_NOTHING: ReadonlySet<string> = new Set([
  "$ref",
  "allOf",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "discriminator",
  "readOnly",
  "writeOnly",
]);

/** Keywords that are read together, by the one that they are named after. */
export const READ_TOGETHER: readonly (readonly [name: keyof Schema, ...others: (keyof Schema)[]])[] = [
  ["items", "prefixItems"],
  ["contains", "minContains", "maxContains"],
  ["if", "then", "else"],
];
