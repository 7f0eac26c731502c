import type { Json } from "@svc/model/data";
import { type Fields, isFields } from "../facts/fields.ts";
import { pathShape } from "../facts/path-shape.ts";
import type { Held, Resource } from "../facts/resource.ts";
import type { Engine } from "./context.ts";
import { type Cell, type Item, putItem } from "./items.ts";
import { makeItem } from "./write-item.ts";

type Stored = Pick<Engine, "cells" | "resources">;
type Holding = Pick<Resource, "holds" | "id" | "path">;

/** An item with what lies in the collections below it, as far as anything was put there. */
export function withHeld(stored: Stored, item: Item, resource: Holding): Item {
  const held = Object.entries(resource.holds ?? {}).flatMap(([field, { path, as }]): [string, Json][] => {
    const below = stored.resources.find((one) => one.path === path);
    const cell = below && cellBelow(stored, item, resource, below);
    if (below === undefined || !cell?.isSeeded) return [];
    const all = [...cell.items.values()].map(({ fields }) => fields as Json);
    if (as === "count") return [[field, all.length]];
    return [
      [field, as === "items" ? all : [...cell.items.values()].map(({ fields }) => fields[below.id ?? ""] as Json)],
    ];
  });
  return held.length === 0 ? item : { ...item, fields: { ...item.fields, ...Object.fromEntries(held) } };
}

/** Puts in what an item was given of a collection below it, before that is first asked for. */
export function fillHeld(engine: Engine, resource: Resource, parameters: readonly string[]): void {
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

function isItemsOf({ path, as }: Held, resource: Resource): boolean {
  return as === "items" && path === resource.path;
}

/** The cell of a collection right below an item; of several that lie below items of one id, the first. */
function cellBelow({ cells }: Stored, { fields }: Item, { id, path }: Holding, below: Resource): Cell | undefined {
  const text = String(fields[id ?? ""] ?? "");
  if (pathShape(path).parameters.length === 0) return cells.find(below, [text]);
  return cells.all(below).find(({ parameters }) => parameters.at(-1) === text)?.cell;
}
