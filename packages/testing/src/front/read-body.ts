import type { Operation, Schemas } from "@svc/model";
import type { HeaderValues } from "./header-values.ts";
import type { State } from "./schema/validator.ts";
import type { PlainResponse, ValidationIssue } from "./types.ts";

/** A body before validation. */
export type Received =
  | { readonly content: unknown }
  | { readonly response: PlainResponse }
  | { readonly errors: readonly ValidationIssue[] };

export interface BodyReader {
  /** Parses the bytes: what cannot be parsed is answered before anything else is looked at. */
  readonly read: (body: Uint8Array | undefined, headers: HeaderValues) => Received;
  readonly validate: (content: unknown, state: State) => unknown;
}

const NONE: BodyReader = { read: () => ({ content: undefined }), validate: () => undefined };

/** Compiles how an operation's body is read. Without a body in the document, none is read. */
export function compileBody(_operation: Operation, _schemas: Schemas): BodyReader {
  return NONE;
}
