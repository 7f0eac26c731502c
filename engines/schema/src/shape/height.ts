import { spend } from "@svc/model/data";
import type { Compiler, Node } from "./compiler.ts";
import { itemsOf } from "./items.ts";
import { propertiesOf } from "./properties.ts";
import type { Shape } from "./shape.ts";

/** Deeper than any document nests what it requires. */
export const MAX_HEIGHT = 40;

const memo = new WeakMap<Node, Map<number, boolean>>();
const heights = new WeakMap<Shape, number>();

/** Levels that the smallest value of a shape has; infinite where the shape requires itself without end. */
export function heightOf(shape: Shape, compiler: Compiler): number {
  const known = heights.get(shape);
  if (known !== undefined) return known;
  let height = 0;
  while (height < MAX_HEIGHT && !fitsShape(shape, height, compiler)) height++;
  const result = height < MAX_HEIGHT ? height : Number.POSITIVE_INFINITY;
  heights.set(shape, result);
  return result;
}

function fits(node: Node, levels: number, compiler: Compiler): boolean {
  if (levels < 0) return false;
  const known = memo.get(node) ?? new Map<number, boolean>();
  memo.set(node, known);
  // Where no work is left it is taken to fit, as it mostly does.
  const result =
    known.get(levels) ?? (!spend(compiler.work) || node.shapes.some((shape) => fitsShape(shape, levels, compiler)));
  known.set(levels, result);
  return result;
}

function fitsShape(shape: Shape, levels: number, compiler: Compiler): boolean {
  const { types } = shape;
  if (shape.values !== undefined || types.has("null") || types.has("string") || types.has("number")) return true;
  if (types.has("boolean")) return true;
  if (types.has("array") && fitsArray(shape, levels, compiler)) return true;
  if (!types.has("object")) return false;
  const required = propertiesOf(shape, compiler).filter((property) => property.required);
  return required.length >= shape.required.size && required.every(({ node }) => fits(node, levels - 1, compiler));
}

function fitsArray(shape: Shape, levels: number, compiler: Compiler): boolean {
  const items = itemsOf(shape, compiler);
  if (items.max < items.min) return false;
  const places = Math.min(items.min, items.places + 1);
  return Array.from({ length: places }, (_, index) => items.at(index)).every((node) =>
    fits(node, levels - 1, compiler),
  );
}
