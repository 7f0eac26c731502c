import type { Schema, Schemas } from "../schema.ts";
import type { Raw } from "./raw.ts";

/** Facts of the document that each part of the model is built with. */
export interface Context {
  /**
   * Follows Reference Objects to the end; returns other objects as they are. With the pointer of what was found. The `summary`
   * and `description` of a reference of 3.1 override.
   */
  resolve(value: unknown, pointer: string): { readonly value: Raw; readonly pointer: string };
  /** A Schema Object in normal form: new plain data, whose `$ref`s all lead to named schemas. */
  schema(value: unknown, pointer: string): Schema;
  /** The named schemas, in normal form. */
  readonly schemas: Schemas;
}
