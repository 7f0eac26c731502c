import type { Json, Model, NamedSchema, Schema } from "@svc/model";
import type { Shape } from "@svc/schema";
import type { Direction } from "../change.ts";
import type { Bounds } from "./bounds.ts";
import type { Kind } from "./kinds.ts";

/**
 * The meaning of a schema: the schemas that must all hold, references followed and `allOf` flattened. Two places that
 * mean the same schemas share one conjunction.
 */
export interface Conjunction {
  readonly id: number;
  /** Without `$ref` and `allOf`, in document order; never empty. */
  readonly leaves: readonly Schema[];
  /** Pointer of the named schema, or of the first place that led here. */
  readonly pointer: string;
  /** The schema that has this meaning by name. */
  readonly named: NamedSchema | undefined;
  /** Single types of which a value must match one, null apart. */
  readonly alternatives: readonly Alternative[];
  readonly nullable: boolean;
}

/** One of the two documents, with what the comparison looks up in it. */
export interface Side {
  readonly model: Model;
  pointerOf(schema: Schema): string;
  conjunctionOf(schema: Schema): Conjunction;
  /** The named schema that a reference leads to. */
  target(ref: string): NamedSchema | undefined;
  leavesOf(schema: Schema): readonly Schema[];
  /** The leaves as one. */
  shapeOf(leaves: readonly Schema[]): Shape;
  /** Lets a schema made for the comparison stand where its original does. */
  adopt(made: Schema, original: Schema): void;
  /** Alternatives and stripped schemas that were made before, so that each is made once. */
  readonly interned: Map<string, Alternative>;
  readonly bases: WeakMap<Schema, Schema>;
  /** A number for an object, the same for the same object. */
  identify(object: object): number;
}

/** One type that a value may have, with everything that is said of it. */
export interface Alternative {
  readonly kind: Kind;
  /** Name in `components.schemas` of the variant that it stands for. */
  readonly name: string | undefined;
  readonly pointer: string;
  readonly leaves: readonly Schema[];
  readonly facts: Facts;
}

export interface Property {
  readonly schema: Schema;
  readonly required: boolean;
  /** Whether its values are sent, or come. */
  travels(direction: Direction): boolean;
}

/** Properties that an object may have beside the named ones. */
export type Further =
  | { readonly kind: "undeclared" | "anything" | "nothing" }
  | { readonly kind: "typed"; readonly schema: Schema };

/** Everything that the leaves together require of values of one type. */
export interface Facts {
  readonly values: readonly Json[] | undefined;
  /** Of an open enum: the values that the document lists. */
  readonly known: readonly Json[] | undefined;
  readonly format: string | undefined;
  readonly bounds: Bounds;
  readonly patterns: readonly string[];
  readonly properties: ReadonlyMap<string, Property>;
  readonly further: Further;
  readonly items: Schema | undefined;
  readonly prefixItems: readonly Schema[] | undefined;
  /** Rarer keywords as canonical text. */
  readonly rules: ReadonlyMap<string, string>;
}
