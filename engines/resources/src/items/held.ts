import type { Json } from "@svc/model/data";
import { type Fields, isFields } from "../facts/fields.ts";
import { pathShape } from "../facts/path-shape.ts";
import type { Held, Resource } from "../facts/resource.ts";
import type { Engine } from "./context.ts";
import { type Cell, type Item, putItem } from "./items.ts";
import { makeItem } from "./write-item.ts";

type Stored = Pick<Engine, "cells" | "resources">;
type Holding = Pick<Resource, "holds" | "id" | "key" | "path">;

/** An item with what lies in the collections below it, as far as anything was put there. */
export function withHeld(stored: Stored, item: Item, resource: Holding): Item {
  const held = Object.entries(resource.holds ?? {}).flatMap(([field, { path, as }]): [string, Json][] => {
    const below = stored.resources.find((one) => one.path === path);
    const cell = below && cellBelow(stored, item, resource, below);
    if (below === undefined || !cell?.isSeeded) {
      const [given] = Object.keys(resource.holds ?? {}).filter((one) => isItemsOf(resource.holds?.[one], { path }));
      const list = as === "count" ? item.fields[given ?? ""] : undefined;
      return Array.isArray(list) ? [[field, list.length]] : [];
    }
    const all = [...cell.items.values()].map(({ fields }) => fields as Json);
    if (as === "count") return [[field, all.length]];
    if (as === "items") return [[field, all]];
    // What a request gave by its id stays, unless it was taken away below.
    const before = [item.fields[field] ?? []].flat().filter((id) => !cell.removed.has(String(id)));
    return [[field, [...new Set([...before, ...all.map((fields) => (fields as Fields)[below.id ?? ""] as Json)])]]];
  });
  return held.length === 0 ? item : { ...item, fields: { ...item.fields, ...Object.fromEntries(held) } };
}

/** Puts in what an item was given of a collection below it, before that is first asked for. */
export function fillHeld(engine: Engine, resource: Resource, parameters: readonly string[]): void {
  if (resource.parent === undefined) return;
  const above = engine.resources.find(({ key }) => key === resource.parent);
  const [field] = Object.entries(above?.holds ?? {}).find(([, one]) => isItemsOf(one, resource)) ?? [];
  if (above === undefined || field === undefined) return;
  const item = engine.cells.find(above, parameters.slice(0, -1))?.items.get(parameters.at(-1) ?? "");
  const list = item?.fields[field];
  const cell = engine.cells.open(resource, parameters);
  if (cell.isSeeded || !Array.isArray(list)) return;
  for (const given of list.filter((one) => isFields(one))) {
    const made = makeItem(engine, { resource, parameters, given: given as Fields, missing: "least" });
    if (made !== undefined) putItem(cell, made.id, made.item);
  }
}

/** Forgets what lies below an item where a request gave another list of it. */
export function forgetHeld(stored: Stored, resource: Resource, before: Item, after: Item): void {
  for (const [field, held] of Object.entries(resource.holds ?? {})) {
    const below = stored.resources.find((one) => isItemsOf(held, one));
    const isSame = before.fields[field] === after.fields[field];
    const cell = below === undefined || isSame ? undefined : cellBelow(stored, after, resource, below);
    if (cell === undefined) continue;
    cell.items.clear();
    cell.isSeeded = false;
  }
}

function isItemsOf(held: Held | undefined, { path }: Pick<Resource, "path">): boolean {
  return held?.as === "items" && held.path === path;
}

/** The cell of a collection right below an item; below one that nobody has put in, the first that no other of its id has. */
function cellBelow({ cells }: Stored, item: Item, { id, key, path }: Holding, below: Resource): Cell | undefined {
  const text = String(item.fields[id ?? ""] ?? "");
  if (pathShape(path).parameters.length === 0) return cells.find(below, [text]);
  const holding = cells.all({ key });
  const own = holding.find(({ cell }) => cell.items.get(text)?.serial === item.serial);
  if (own !== undefined) return cells.find(below, [...own.parameters, text]);
  const isOthers = (above: readonly string[]): boolean => cells.find({ key }, above)?.items.has(text) === true;
  return cells.all(below).find(({ parameters }) => parameters.at(-1) === text && !isOthers(parameters.slice(0, -1)))
    ?.cell;
}
