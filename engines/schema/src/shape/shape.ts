import type { Json, Schema, Schemas, Work } from "@svc/model/data";

/** A type of JSON; whole numbers are numbers here. */
export type ValueType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** Keywords of one schema about properties. Kept apart per schema: `additionalProperties` sees only its neighbours. */
export interface Facet {
  readonly properties: { readonly [name: string]: Schema };
  readonly patterns: readonly (readonly [pattern: string, schema: Schema])[];
  readonly rest: Schema | undefined;
}

/** Keywords of one schema about items. */
export interface Tuple {
  readonly prefix: readonly Schema[];
  readonly rest: Schema | undefined;
}

/** Alternatives that are still open. */
export interface Choice {
  /** Identity: where the alternatives stand. */
  readonly key: object;
  readonly options: readonly Schema[];
  /** The options, each with the others ruled out: tried where an option alone fits too much. */
  readonly exclusive: readonly Schema[];
}

/** A conjunction of schemas as one: what a value has to fulfil when all alternatives are chosen. */
export interface Shape {
  readonly types: ReadonlySet<ValueType>;
  /** True where a `type` says so; else all types are allowed because none was named. */
  readonly typed: boolean;
  readonly integer: boolean;
  /** Types that the keywords are about. */
  readonly described: ReadonlySet<ValueType>;
  /** `enum` and `const`. */
  readonly values: readonly Json[] | undefined;
  /** Of an open enum: what the document lists. Other values are valid, too. */
  readonly known: readonly Json[] | undefined;
  /** It stands for the variants that an open union does not list: made last, and only where asked for. */
  readonly unlisted: boolean;
  /** `not` with `enum` or `const`. */
  readonly excluded: readonly Json[];
  readonly minimum: number;
  readonly maximum: number;
  readonly exclusiveMinimum: number;
  readonly exclusiveMaximum: number;
  readonly multiples: readonly number[];
  readonly minLength: number;
  readonly maxLength: number;
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly minItems: number;
  readonly maxItems: number;
  readonly unique: boolean;
  readonly tuples: readonly Tuple[];
  readonly contains: readonly { readonly schema: Schema; readonly min: number; readonly max: number }[];
  readonly unevaluatedItems: Schema | undefined;
  readonly facets: readonly Facet[];
  readonly required: ReadonlySet<string>;
  readonly names: readonly Schema[];
  readonly dependentRequired: readonly (readonly [name: string, needed: readonly string[]])[];
  readonly minProperties: number;
  readonly maxProperties: number;
  readonly unevaluated: Schema | undefined;
  readonly choices: readonly Choice[];
  /** Values that tell subtypes apart: by property. */
  readonly discriminators: ReadonlyMap<string, readonly string[]>;
  readonly examples: readonly Json[];
  readonly fallback: Json | undefined;
  readonly description: string | undefined;
  /** Following the shape is not enough: the value has to be checked (`not`, `oneOf`, `if`, ...). */
  readonly fragile: boolean;
  readonly impossible: boolean;
}

/** A shape while it is put together. */
export type Draft = {
  -readonly [Key in keyof Shape]: Shape[Key] extends ReadonlyMap<infer K, infer V>
    ? Map<K, V>
    : Shape[Key] extends ReadonlySet<infer Item>
      ? Set<Item>
      : Shape[Key] extends readonly (infer Item)[]
        ? Item[]
        : Shape[Key];
};

/** Choices and exclusions of a schema: its `anyOf`, `oneOf`, `not`, `if`, `dependentSchemas`. */
export type Combinations = Pick<Draft, "choices" | "excluded" | "fragile" | "impossible">;

/** Options of flattening. */
export interface FlattenOptions {
  readonly schemas: Schemas;
  /** Returns the choices and exclusions of a schema, the same object for the same schema. */
  readonly combinations: (schema: Schema) => Combinations;
  /** Each part of the schemas is a step. */
  readonly work: Work;
  /** Alternatives that are chosen already: their options are among the schemas. */
  readonly taken: ReadonlySet<object>;
  /** Name of the schema in the document, if it has one: subtypes are told apart by it. */
  readonly name?: string | undefined;
}

export const VALUE_TYPES: readonly ValueType[] = ["string", "number", "boolean", "object", "array", "null"];

/** The shape that anything fits. */
export function emptyDraft(): Draft {
  return {
    types: new Set(VALUE_TYPES),
    typed: false,
    integer: false,
    described: new Set(),
    values: undefined,
    known: undefined,
    unlisted: false,
    excluded: [],
    minimum: Number.NEGATIVE_INFINITY,
    maximum: Number.POSITIVE_INFINITY,
    exclusiveMinimum: Number.NEGATIVE_INFINITY,
    exclusiveMaximum: Number.POSITIVE_INFINITY,
    multiples: [],
    minLength: 0,
    maxLength: Number.POSITIVE_INFINITY,
    patterns: [],
    formats: [],
    minItems: 0,
    maxItems: Number.POSITIVE_INFINITY,
    unique: false,
    tuples: [],
    contains: [],
    unevaluatedItems: undefined,
    facets: [],
    required: new Set(),
    names: [],
    dependentRequired: [],
    minProperties: 0,
    maxProperties: Number.POSITIVE_INFINITY,
    unevaluated: undefined,
    choices: [],
    discriminators: new Map(),
    examples: [],
    fallback: undefined,
    description: undefined,
    fragile: false,
    impossible: false,
  };
}

/** Of a shape without a type, the one that its keywords are about. */
export function describedType({ types, described }: Shape): ValueType | undefined {
  return DESCRIBABLE.find((type) => described.has(type) && types.has(type));
}

const DESCRIBABLE: readonly ValueType[] = ["object", "array", "string", "number"];
