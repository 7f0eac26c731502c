import { type Schema, type Schemas, typesOf } from "@svc/model";
import { flatten } from "./schema/merge-all-of.ts";

/** Structure of a parameter's value: one value, a list, or an object. */
export type ParameterShape = "scalar" | "array" | "object";

/** Structure of the values of a schema: that of its first variant which is a list or an object, else scalar. */
export function shapeOf(schema: Schema, schemas: Schemas, depth = 0): ParameterShape {
  const flat = flatten(schema, schemas);
  const types = typesOf(flat);
  if (types.includes("array")) return "array";
  if (types.includes("object")) return "object";
  // Items and properties say something of lists and objects only: many documents have them at a text.
  const isUntyped = types.length === 0;
  if (isUntyped && (flat.items !== undefined || flat.prefixItems !== undefined)) return "array";
  if (isUntyped && flat.properties !== undefined) return "object";
  for (const choice of depth < 8 ? (flat.anyOf ?? flat.oneOf ?? []) : []) {
    const shape = shapeOf(choice, schemas, depth + 1);
    if (shape !== "scalar") return shape;
  }
  return "scalar";
}
