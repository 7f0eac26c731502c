import type { Json } from "@svc/model/data";
import type { Resource } from "../facts/resource.ts";
import type { Engine } from "./context.ts";
import type { Item } from "./items.ts";

/** A change of an item of a resource. */
export interface ItemChange {
  readonly resource: Resource;
  readonly kind: "created" | "changed" | "removed";
  /** The item after the change; a removed one as it was. */
  readonly item: Json;
  /** State that the item has come into; undefined where it stays in the one that it had. */
  readonly state?: unknown;
}

/** The changes of the items of which webhooks tell. */
export interface Changes {
  /** Whether there is any such resource. */
  readonly isWatching: boolean;
  /** Changes since the last time. */
  read(): ItemChange[];
}

/** Compares the items of a store with those that it had: items are never changed, only replaced. */
export function createChanges({ resources, cells }: Pick<Engine, "resources" | "cells">): Changes {
  const watched = resources.filter(({ triggers }) => triggers.length > 0);
  let known = new Map<string, Known>();
  return {
    isWatching: watched.length > 0,
    read() {
      const now = new Map<string, Known>();
      const changes: ItemChange[] = [];
      for (const resource of watched) {
        for (const { parameters, cell } of cells.all(resource)) {
          for (const [id, item] of cell.items) {
            const key = JSON.stringify([resource.key, parameters, id]);
            now.set(key, { resource, item });
            const before = known.get(key)?.item;
            if (before !== item) changes.push(changeOf(resource, before, item));
          }
        }
      }
      for (const [key, { resource, item }] of known)
        if (!now.has(key)) changes.push({ resource, kind: "removed", item: shown(item) });
      known = now;
      return changes;
    },
  };
}

interface Known {
  readonly resource: Resource;
  readonly item: Item;
}

function changeOf(resource: Resource, before: Item | undefined, item: Item): ItemChange {
  const { state: name } = resource;
  const state = name === undefined ? undefined : item.fields[name];
  const isOther = before === undefined || before.fields[name ?? ""] !== state;
  // An item that was made up when a request changed it had been there before.
  const kind = before === undefined && !item.isMadeUp ? "created" : "changed";
  return { resource, kind, item: shown(item), ...(isOther && state !== undefined && { state }) };
}

function shown({ fields }: Item): Json {
  return structuredClone(fields) as Json;
}
