import { equal, type Json } from "@svc/model/data";
import { TooLargeError } from "../builders/build-error.ts";
import { createRandom, fork, type Random } from "../builders/random.ts";
import type { Generate, Making, Run, Spot } from "../builders/run.ts";
import { copyOf, isRecord } from "../json.ts";
import type { Node } from "../shape/compiler.ts";
import { type Items, itemsOf } from "../shape/items.ts";
import type { Shape } from "../shape/shape.ts";

/** Longest array that a value is given beyond what its schema asks for. */
const MAX_ITEMS = 5;
/** Items that are made at most, where a schema asks for so many. */
export const MOST_ITEMS = 20_000;
/** How often an item is made again that is there already. */
const RETRIES = 60;

/** Makes an array of a shape; undefined where its items cannot be made. */
export function makeArray(shape: Shape, run: Run, spot: Spot, generate: Generate): Json[] | undefined {
  const items = itemsOf(shape, run.compiler);
  if (items.max < items.min) return undefined;
  const count = countOf(items, run, spot);
  if (count > MOST_ITEMS) throw new TooLargeError(`so many items (${count})`);
  const result: Json[] = [];
  for (let index = 0; index < count; index++) {
    const item = makeItem(items.at(index), result, { shape, run, spot, generate });
    if (item === undefined) break;
    result.push(item);
  }
  return result.length < items.min ? undefined : result;
}

function makeItem(node: Node, before: readonly Json[], { shape, run, spot, generate }: Making): Json | undefined {
  const index = before.length;
  const itemRun: Run = { ...run, index: run.index * MAX_ITEMS + index };
  for (let attempt = 0; attempt < (shape.unique ? RETRIES : 1); attempt++) {
    const seed = fork(spot.seed, attempt === 0 ? index : `${index}.${attempt}`);
    const examples = attempt === 0 && Array.isArray(spot.example) ? spot.example : [];
    const wild = spot.wild || attempt >= RETRIES / 2;
    const itemSpot = { ...spot, seed, kin: seed, wild, root: false, depth: spot.depth + 1, override: undefined };
    const item = generate(preferred(node, run, index), itemRun, {
      ...itemSpot,
      example: examples[index % examples.length],
    });
    if (item === undefined) return undefined;
    if (!shape.unique || !before.some((other) => equal(item, other))) return item;
  }
  return unusedValue(node, before, run);
}

/** A listed value that is not among the items: where nearly all of a list are needed, none of them comes by chance. */
function unusedValue({ schema, shapes }: Node, before: readonly Json[], { compiler, work }: Run): Json | undefined {
  const listed = shapes.flatMap(({ values = [] }) => values);
  const unused = listed.filter((value) => !before.some((other) => equal(value, other)));
  return copyOf(unused.find((value) => compiler.isValid(schema, value, work)));
}

/** In a maximal array, each item shows another alternative. */
function preferred(node: Node, { mode }: Run, index: number): Node {
  if (mode !== "maximal" || node.shapes.length < 2) return node;
  const { schema, fragile, exclusive } = node;
  const start = index % node.shapes.length;
  return { schema, fragile, exclusive, shapes: [...node.shapes.slice(start), ...node.shapes.slice(0, start)] };
}

function countOf(items: Items, { mode, budget }: Run, { lean, seed, depth, example }: Spot): number {
  const limit = (count: number) => Math.min(Math.max(count, items.min), Math.max(items.max, 0));
  if (lean || mode === "minimal" || budget.left <= 0) return items.min;
  if (mode === "any") return limit(anyCount(items, createRandom(seed), depth));
  if (mode === "maximal") return limit(Math.max(Math.min(items.max, MAX_ITEMS), items.places));
  if (Array.isArray(example) && example.length > 0 && !isRecord(example[0]))
    return limit(Math.min(example.length, MAX_ITEMS));
  return limit(Math.max(items.places, createRandom(seed).int(1, 3)));
}

/** Longest arrays of any values by depth, where there is no bound: long at the top, short where arrays nest. */
const MAX_LENGTHS = [40, 25, 5, 5];

/** Mostly few items, and mostly all that have a place of their own. */
function anyCount({ min, max, places }: Items, random: Random, depth: number): number {
  const least = random.next() < 0.75 ? Math.max(min, places) : min;
  const most = Math.max(least, Math.min(max, places + (MAX_LENGTHS[depth] ?? 1)));
  return least + Math.floor(random.next() ** 3 * (most - least + 1));
}
