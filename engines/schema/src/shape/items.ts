import { isNever, type Schema } from "@svc/model/data";
import type { Compiler, Node } from "./compiler.ts";
import type { Shape } from "./shape.ts";

/** The items of an array shape. */
export interface Items {
  /** Schemas of an index. */
  at(index: number): Node;
  /** Items that have a place of their own. */
  readonly places: number;
  /** Shortest array, with the places of what has to be contained. */
  readonly min: number;
  /** Longest array, infinite where there is no bound. */
  readonly max: number;
}

/** Places of contained items beyond the prefix that are looked at. */
const MAX_CONTAINED = 1_000;

const planned = new WeakMap<Shape, Items>();

/** The items of a shape, made ready. */
export function itemsOf(shape: Shape, compiler: Compiler): Items {
  const known = planned.get(shape);
  if (known !== undefined) return known;
  const nodes = new Map<number, Node>();
  const prefix = Math.max(0, ...shape.tuples.map((tuple) => tuple.prefix.length));
  const contained = shape.contains.reduce((sum, { min }) => sum + min, 0);
  const start = contained === 0 || prefix === 0 ? 0 : startOfContained(shape, { prefix, contained }, compiler);
  const places = Math.max(prefix, start + contained);
  const closed = Array.from({ length: prefix + 1 }, (_, index) => index).find((index) =>
    schemasAt(shape, index, start).some(isNever),
  );
  const items: Items = {
    places: prefix,
    min: start === 0 ? shape.minItems : Math.max(shape.minItems, start + contained),
    max: Math.min(shape.maxItems, closed ?? Number.POSITIVE_INFINITY),
    at(index) {
      const place = Math.min(index, places);
      const node = nodes.get(place) ?? compiler.compileAll(schemasAt(shape, place, start));
      nodes.set(place, node);
      return node;
    },
  };
  planned.set(shape, items);
  return items;
}

interface Places {
  readonly prefix: number;
  readonly contained: number;
}

/** Where the items begin that have to be contained: at the first place, or after those whose schemas rule them out. */
function startOfContained(shape: Shape, { prefix, contained }: Places, compiler: Compiler): number {
  // Beyond the places the schemas are alike, but for what is to be contained there.
  const indexes = Array.from({ length: Math.min(contained, prefix + MAX_CONTAINED) }, (_, index) => index);
  const fits = (index: number) => compiler.compileAll(schemasAt(shape, index, 0)).shapes.length > 0;
  return indexes.every(fits) ? 0 : prefix;
}

function schemasAt(shape: Shape, index: number, start: number): Schema[] {
  const schemas = shape.tuples.flatMap(({ prefix, rest }) => {
    const schema = prefix[index] ?? rest;
    return schema === undefined ? [] : [schema];
  });
  if (schemas.length === 0 && shape.unevaluatedItems !== undefined) schemas.push(shape.unevaluatedItems);
  return [...schemas, ...containedAt(shape, index, start)];
}

/** Some places are for what has to be contained; the others keep clear of it where its number is limited. */
function containedAt(shape: Shape, index: number, start: number): Schema[] {
  let from = start;
  return shape.contains.flatMap(({ schema, min, max }) => {
    const isMine = index >= from && index < from + min;
    from += min;
    if (isMine) return [schema];
    return Number.isFinite(max) ? [{ not: schema }] : [];
  });
}
