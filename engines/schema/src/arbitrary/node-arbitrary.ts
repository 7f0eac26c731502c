import type { Json, Schemas } from "@svc/model/data";
import { generate } from "../builders/generate.ts";
import { type Compiler, compilerOf, type Node } from "../shape/compiler.ts";
import { heightOf } from "../shape/height.ts";
import type { Shape, ValueType } from "../shape/shape.ts";
import type { ArbitraryContext, FastCheckModule, JsonArbitrary, Spare } from "./context.ts";
import { objectArbitrary } from "./objects.ts";
import { arrayArbitrary, numberArbitrary, valuesArbitrary } from "./scalars.ts";
import { seeds, stringArbitrary } from "./strings.ts";

/** Levels of objects and arrays that are explored; below, values are as small as allowed. */
const MAX_DEPTH = 4;

/** Makes arbitraries of schemas, each once per depth. */
export function createNodeArbitraries(schemas: Schemas, fc: FastCheckModule): (node: Node) => JsonArbitrary {
  const compiler = compilerOf(schemas);
  const known = new WeakMap<Node, JsonArbitrary[]>();
  const nested = (node: Node, depth: number): JsonArbitrary => {
    const byDepth = known.get(node) ?? [];
    known.set(node, byDepth);
    byDepth[depth] ??= nodeArbitrary(node, depth, context);
    return byDepth[depth];
  };
  const context: ArbitraryContext = { fc, compiler, nested };
  return (node) => nested(node, 0);
}

/** How often listed values and variants come up for one that is not listed. */
const LISTED_WEIGHT = 8;

function nodeArbitrary(node: Node, depth: number, context: ArbitraryContext): JsonArbitrary {
  const { fc, compiler } = context;
  const small = spareOf(node, context);
  if (depth >= MAX_DEPTH && node.shapes.some(isDeep)) return seeds(fc).map(small);
  const shapes = node.shapes.filter((shape) => Number.isFinite(heightOf(shape, compiler)));
  const all = shapes.map((shape) => shapeArbitrary(shape, depth, context));
  if (all.length === 0) return seeds(fc).map(small);
  // Variants that an open union does not list come up, too, now and then: they are what readers forget.
  const value = fc.oneof(
    { withCrossShrink: true },
    ...all.map((arbitrary, index) => ({ weight: shapes[index]?.unlisted ? 1 : LISTED_WEIGHT, arbitrary })),
  );
  // A value as a whole is always checked: parts that are each valid may not fit together.
  if (depth > 0 && !needsCheck(node, shapes)) return value;
  // Subtypes that only their discriminator tells apart are valid for each other, too: none is valid, all are accepted.
  let hasValid: boolean | undefined;
  const fits = (made: Json): boolean => {
    if (compiler.isValid(node.schema, made)) return true;
    hasValid ??= compiler.isValid(node.schema, small(0));
    return !hasValid && compiler.isAccepted(node.schema, made);
  };
  return fc.tuple(value, seeds(fc)).map(([made, seed]) => (fits(made) ? made : small(seed)));
}

/** Whether a shape holds others: objects and arrays nest without end, texts and numbers do not. */
function isDeep({ types, values }: Shape): boolean {
  return values === undefined && (types.has("object") || types.has("array"));
}

/** Values of the generator: valid, and different for each number. */
function spareOf({ schema }: Node, { compiler }: ArbitraryContext): Spare<Json> {
  const { schemas } = compiler;
  const mode = "minimal";
  return (seed) => generate(schema, { schemas, seed, mode, useExamples: false }) ?? null;
}

function needsCheck({ fragile }: Node, shapes: readonly Shape[]): boolean {
  return (
    fragile ||
    shapes.some(
      ({ unique, contains, names, dependentRequired, minProperties, maxProperties, values, known }) =>
        unique ||
        contains.length > 0 ||
        names.length > 0 ||
        dependentRequired.length > 0 ||
        minProperties > 0 ||
        Number.isFinite(maxProperties) ||
        values !== undefined ||
        known !== undefined,
    )
  );
}

function shapeArbitrary(shape: Shape, depth: number, context: ArbitraryContext): JsonArbitrary {
  const { fc } = context;
  if (shape.values !== undefined) return valuesArbitrary(shape.values, fc);
  const types = [...shape.types];
  if (!shape.typed && isOpen(shape)) return anyArbitrary(fc);
  const arbitraries = types
    .sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
    .map((type) => ({
      weight: type === "null" ? 1 : 4,
      arbitrary: withKnown(type, shape.known, typeArbitrary(type, { shape, depth, context }), fc),
    }));
  return fc.oneof({ withCrossShrink: true }, ...arbitraries);
}

/** Of an open enum mostly the listed values, simplest first, and now and then another one. */
function withKnown(
  type: ValueType,
  known: readonly Json[] | undefined,
  other: JsonArbitrary,
  fc: ArbitraryContext["fc"],
): JsonArbitrary {
  const listed = known?.filter((value) => typeof value === type) ?? [];
  if (listed.length === 0) return other;
  const arbitrary = valuesArbitrary(listed, fc);
  return fc.oneof({ withCrossShrink: true }, { weight: LISTED_WEIGHT, arbitrary }, { weight: 1, arbitrary: other });
}

/** Simplest first: what a failing value shrinks to. */
const ORDER: readonly ValueType[] = ["null", "boolean", "number", "string", "array", "object"];

interface Making {
  readonly shape: Shape;
  readonly depth: number;
  readonly context: ArbitraryContext;
}

function typeArbitrary(type: ValueType, { shape, depth, context }: Making): JsonArbitrary {
  const { fc, compiler } = context;
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "number":
      return numberArbitrary(shape, fc);
    case "string":
      return stringArbitrary(shape, fc, textsOf(shape, compiler));
    case "array":
      return arrayArbitrary(shape, context, depth);
    case "object":
      return objectArbitrary(shape, context, depth);
  }
}

/** Texts of a shape as the builders make them. */
function textsOf(shape: Shape, { schemas }: Compiler): Spare<string> {
  const { patterns, formats, minLength, maxLength } = shape;
  const schema = {
    type: "string",
    minLength,
    ...(Number.isFinite(maxLength) && { maxLength }),
    allOf: [{}, ...patterns.map((pattern) => ({ pattern })), ...formats.map((format) => ({ format }))],
    ...(shape.excluded.length > 0 && { not: { enum: shape.excluded } }),
  } as const;
  return (seed) => String(generate(schema, { schemas, seed, index: seed, useExamples: false }) ?? "");
}

function isOpen({ facets, tuples, contains, required, ...shape }: Shape): boolean {
  const { patterns, formats, multiples, minItems, minLength, minProperties, excluded, names } = shape;
  const lists = [facets, tuples, contains, patterns, formats, multiples, excluded, names];
  const isBounded = minItems > 0 || minLength > 0 || minProperties > 0 || Number.isFinite(shape.minimum);
  return lists.every(({ length }) => length === 0) && required.size === 0 && !isBounded && shape.types.size === 6;
}

/** Any JSON value. */
function anyArbitrary(fc: FastCheckModule): JsonArbitrary {
  return fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);
}
