import type { Schema, Schemas } from "../schema.ts";
import type { Raw } from "./raw.ts";

/** Facts of the document that each part of the model is built with. */
export interface Context {
  /** Follows a Reference Object to its target; returns other objects as they are. With the pointer of what was found. */
  resolve(value: unknown, pointer: string): { readonly value: Raw; readonly pointer: string };
  /** A Schema Object in normal form. */
  schema(value: unknown, pointer: string): Schema;
  /** The named schemas, in normal form. */
  readonly schemas: Schemas;
}
