import type { Schema } from "@svc/model";
import type { Compiler, Node } from "./compiler.ts";
import { isNever } from "./properties.ts";
import type { Shape } from "./shape.ts";

/** The items of an array shape. */
export interface Items {
  /** Schemas of an index. */
  at(index: number): Node;
  /** Items that have a place of their own. */
  readonly places: number;
  /** Longest array, infinite where there is no bound. */
  readonly max: number;
}

const planned = new WeakMap<Shape, Items>();

/** The items of a shape, made ready. */
export function itemsOf(shape: Shape, compiler: Compiler): Items {
  const known = planned.get(shape);
  if (known !== undefined) return known;
  const nodes = new Map<number, Node>();
  const prefix = Math.max(0, ...shape.tuples.map((tuple) => tuple.prefix.length));
  const contained = shape.contains.reduce((sum, { min }) => sum + min, 0);
  const places = Math.max(prefix, contained);
  const closed = Array.from({ length: prefix + 1 }, (_, index) => index).find((index) =>
    schemasAt(shape, index).some(isNever),
  );
  const items: Items = {
    places: prefix,
    max: Math.min(shape.maxItems, closed ?? Number.POSITIVE_INFINITY),
    at(index) {
      const place = Math.min(index, places);
      const node = nodes.get(place) ?? compiler.compileAll(schemasAt(shape, place));
      nodes.set(place, node);
      return node;
    },
  };
  planned.set(shape, items);
  return items;
}

function schemasAt(shape: Shape, index: number): Schema[] {
  const schemas = shape.tuples.flatMap(({ prefix, rest }) => {
    const schema = prefix[index] ?? rest;
    return schema === undefined ? [] : [schema];
  });
  if (schemas.length === 0 && shape.unevaluatedItems !== undefined) schemas.push(shape.unevaluatedItems);
  return [...schemas, ...containedAt(shape, index)];
}

/** The first places are for what has to be contained; the others keep clear of it where its number is limited. */
function containedAt(shape: Shape, index: number): Schema[] {
  let start = 0;
  return shape.contains.flatMap(({ schema, min, max }) => {
    const isMine = index >= start && index < start + min;
    start += min;
    if (isMine) return [schema];
    return Number.isFinite(max) ? [{ not: schema }] : [];
  });
}
