import { fillPath } from "@svc/model/data";
import type { Resource, Store } from "@svc/resources";
import { textsOf } from "../state/state-tree.ts";

/** Stored data, as the console shows it. */
export interface StoreView {
  readonly entries: readonly StoreEntry[];
  /** Entries that are not shown because there are too many. */
  readonly leftOut: number;
}

/** The items of a collection, or the value of a singleton, at one place. */
export interface StoreEntry {
  /** The path with its values: `/personas/ada/emails`. */
  readonly place: string;
  /** Path template of the resource. */
  readonly path: string;
  /** Values of the path's parameters. */
  readonly parameters: readonly string[];
  readonly kind: Resource["kind"];
  /** The first items, with long lists and texts cut. */
  readonly items: readonly { readonly id: string; readonly value: unknown }[];
  readonly total: number;
}

/** Characters of a text that the console shows. */
const TEXT_LIMIT = 5000;

/** Entries that the console shows, and items of each. */
const STORE_LIMIT = 50;

/** The places at which tests and requests have put something. */
export function storeView(store: Store): StoreView {
  const entries = store.resources.flatMap((resource) =>
    store
      .all(resource)
      .filter(({ cell }) => cell.isSeeded)
      .map((found) => [resource, found] as const),
  );
  const shown = entries.slice(0, STORE_LIMIT).map(([resource, { parameters, cell }]): StoreEntry => {
    const items = [...cell.items].slice(0, STORE_LIMIT);
    const { path, kind } = resource;
    return {
      place: fillPath(path, (_, index) => parameters[index] ?? ""),
      path,
      parameters,
      kind,
      items: items.map(([id, { fields, extra }]) => ({ id, value: cut({ ...fields, ...textsOf(extra, resource) }) })),
      total: cell.items.size,
    };
  });
  return { entries: shown, leftOut: Math.max(0, entries.length - STORE_LIMIT) };
}

function cut(value: unknown): unknown {
  if (typeof value === "string" && value.length > TEXT_LIMIT)
    return `${value.slice(0, TEXT_LIMIT)} (${value.length - TEXT_LIMIT} more characters)`;
  if (Array.isArray(value)) return value.slice(0, STORE_LIMIT).map(cut);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cut(part)]));
}
