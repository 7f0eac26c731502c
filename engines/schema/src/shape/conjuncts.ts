import { refName, type Schema, type Schemas } from "@svc/model";
import { own } from "../own.ts";

/** A schema with everything that it refers to or is composed of: a value fits it that fits the own keywords of each. */
export function conjunctsOf(schema: Schema, schemas: Schemas): Schema[] {
  const parts = new Set([schema]);
  for (const part of parts) {
    const target = part.$ref === undefined ? undefined : own(schemas, refName(part.$ref))?.schema;
    for (const further of [...(target === undefined ? [] : [target]), ...(part.allOf ?? [])]) parts.add(further);
  }
  return [...parts];
}

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
