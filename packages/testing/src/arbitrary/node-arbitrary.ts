import type { Json, Schemas } from "@svc/model";
import type { Arbitrary } from "fast-check";
import { generate } from "../build/generate.ts";
import { type Compiler, compilerOf, type Node } from "../build/shape/compiler.ts";
import { heightOf } from "../build/shape/height.ts";
import type { Shape, ValueType } from "../build/shape/shape.ts";
import { arrayArbitrary } from "./arrays.ts";
import type { ArbitraryContext, FastCheckModule, JsonArbitrary } from "./context.ts";
import { objectArbitrary } from "./objects.ts";
import { numberArbitrary, valuesArbitrary } from "./scalars.ts";
import { stringArbitrary } from "./strings.ts";

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

function nodeArbitrary(node: Node, depth: number, context: ArbitraryContext): JsonArbitrary {
  const { fc, compiler } = context;
  const small = spareArbitrary(node, context);
  if (depth >= MAX_DEPTH) return small;
  const shapes = node.shapes.filter((shape) => Number.isFinite(heightOf(shape, compiler)));
  const all = shapes.map((shape) => shapeArbitrary(shape, depth, context, small));
  if (all.length === 0) return small;
  const value = fc.oneof({ withCrossShrink: true }, ...all);
  if (!needsCheck(node, shapes)) return value;
  return fc.tuple(value, small).map(([made, spare]) => (compiler.isValid(node.schema, made) ? made : spare));
}

/** Values of the generator: valid, and different for each number. */
function spareArbitrary({ schema }: Node, { fc, compiler }: ArbitraryContext): JsonArbitrary {
  const { schemas } = compiler;
  const mode = "minimal";
  return fc.nat(0xffff).map((seed) => generate(schema, { schemas, seed, mode, useExamples: false }) ?? null);
}

function needsCheck({ fragile }: Node, shapes: readonly Shape[]): boolean {
  return (
    fragile ||
    shapes.some(
      ({ unique, contains, names, dependentRequired, minProperties, maxProperties, values }) =>
        unique ||
        contains.length > 0 ||
        names.length > 0 ||
        dependentRequired.length > 0 ||
        minProperties > 0 ||
        Number.isFinite(maxProperties) ||
        values !== undefined,
    )
  );
}

function shapeArbitrary(shape: Shape, depth: number, context: ArbitraryContext, spare: JsonArbitrary): JsonArbitrary {
  const { fc } = context;
  if (shape.values !== undefined) return valuesArbitrary(shape.values, fc);
  const types = [...shape.types];
  if (!shape.typed && isOpen(shape)) return anyArbitrary(fc);
  const arbitraries = types
    .sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
    .map((type) => ({
      weight: type === "null" ? 1 : 4,
      arbitrary: typeArbitrary(type, { shape, depth, context, spare }),
    }));
  return fc.oneof({ withCrossShrink: true }, ...arbitraries);
}

/** Simplest first: what a failing value shrinks to. */
const ORDER: readonly ValueType[] = ["null", "boolean", "number", "string", "array", "object"];

interface Making {
  readonly shape: Shape;
  readonly depth: number;
  readonly context: ArbitraryContext;
  readonly spare: JsonArbitrary;
}

function typeArbitrary(type: ValueType, { shape, depth, context, spare }: Making): JsonArbitrary {
  const { fc, compiler } = context;
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "number":
      return numberArbitrary(shape, fc);
    case "string":
      return stringArbitrary(shape, fc, textsOf(shape, compiler, fc));
    case "array":
      return fc.oneof(arrayArbitrary(shape, context, depth));
    case "object":
      return spare === undefined ? fc.constant({}) : objectArbitrary(shape, context, depth);
  }
}

/** Texts of a shape as the builders make them. */
function textsOf(shape: Shape, { schemas }: Compiler, fc: FastCheckModule): Arbitrary<string> {
  const { patterns, formats, minLength, maxLength } = shape;
  const schema = {
    type: "string",
    minLength,
    ...(Number.isFinite(maxLength) && { maxLength }),
    allOf: [{}, ...patterns.map((pattern) => ({ pattern })), ...formats.map((format) => ({ format }))],
    ...(shape.excluded.length > 0 && { not: { enum: shape.excluded } }),
  } as const;
  return fc
    .nat(0xffff)
    .map((seed) => String(generate(schema, { schemas, seed, index: seed, useExamples: false }) ?? ""));
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
