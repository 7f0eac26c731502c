import { bounds } from "@svc/codegen/emit";
import type { Schema } from "@svc/model";

/** What a value must be beside its type, and what it is by default, in sentences. */
export function constraints(schema: Schema): string {
  const parts = [
    schema.format === undefined ? "" : `Format ${schema.format}.`,
    bounds(schema),
    span(schema.minLength, schema.maxLength, "characters"),
    span(schema.minItems, schema.maxItems, "items"),
    schema.multipleOf === undefined ? "" : `A multiple of ${schema.multipleOf}.`,
    schema.pattern === undefined ? "" : `Matches ${schema.pattern}.`,
    schema.default === undefined ? "" : `Default: ${JSON.stringify(schema.default)}.`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function span(least: number | undefined, most: number | undefined, what: string): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most} ${what}.`;
  if (least !== undefined) return `At least ${least} ${what}.`;
  return most === undefined ? "" : `At most ${most} ${what}.`;
}
