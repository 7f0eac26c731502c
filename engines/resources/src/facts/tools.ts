import type { Json, Model, Operation, Schema } from "@svc/model/data";

/** Functions that generate and validate values, passed in so that the store depends on neither engine. */
export interface Tools {
  readonly model: Pick<Model, "operations" | "schemas">;
  /** A value that is valid for a schema: the same for the same seed; undefined where there is none with these parts. */
  readonly build: Build;
  readonly validate: (schema: Schema, value: Json) => readonly Issue[];
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly seed: number;
  /** Whether builders of arguments give a path value: a test that calls every operation by them knows no other. @default none */
  readonly isArgument?: (operation: Operation, text: string) => boolean;
}

export type Build = (schema: Schema, wish: Wish) => Json | undefined;

export interface Wish {
  readonly seed: string;
  /** Parts that it shall have; `undefined` leaves an optional one out. */
  readonly overrides?: unknown;
  /** Name of the property that the value is for. */
  readonly name?: string;
  /** Whether it may be an example of the document. @default true */
  readonly useExamples?: boolean;
}

/** Validation error of a value. */
export interface Issue {
  readonly pointer: string;
  readonly message: string;
}
