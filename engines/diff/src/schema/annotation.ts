import type { Json, Schema } from "@svc/model";
import type { Side } from "./side.ts";

export type AnnotationName = "title" | "description" | "default" | "examples" | "deprecated" | "readOnly" | "writeOnly";

export interface Annotation {
  readonly value: Json | undefined;
  /** The place where it is, or would be, written. */
  readonly pointer: string;
}

/** Nobody looks further for a description; documents that chain thousands of schemas exist. */
const MAX_STEPS = 64;

/** An annotation of a schema: its own, else that of its reference, else that of the only alternative to null. */
export function annotationOf(schema: Schema, name: AnnotationName, side: Side): Annotation {
  const seen = new Set<Schema>();
  const stack = [schema];
  for (let next = stack.pop(); next !== undefined && seen.size < MAX_STEPS; next = stack.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const value = next[name];
    // An empty description, and a mark that is not set, say nothing.
    if (value !== undefined && value !== false && !(value === "" && name !== "default"))
      return { value: value as Json, pointer: side.pointerOf(next) };
    const target = next.$ref === undefined ? undefined : side.target(next.$ref)?.schema;
    const variants = (next.anyOf ?? next.oneOf ?? []).filter((variant) => variant.type !== "null");
    stack.push(...(variants.length === 1 ? variants : []), ...(next.allOf ?? []).toReversed());
    if (target !== undefined) stack.push(target);
  }
  return { value: undefined, pointer: side.pointerOf(schema) };
}
