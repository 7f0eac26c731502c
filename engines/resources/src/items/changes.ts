import type { Json } from "@svc/model/data";
import type { Fields } from "../facts/fields.ts";
import type { Resource } from "../facts/resource.ts";
import type { Engine } from "./context.ts";
import type { Cell, Item } from "./items.ts";
import { changeItem } from "./write-item.ts";

/** The states that items go through on the clock of the fake. */
export interface Transitions {
  /** Brings every item into the state that it has now. Called before and after whatever reads or changes the store. */
  advance(): void;
  /** Time at which the next item goes over to another state, in epoch milliseconds; undefined: none will. */
  nextAt(): number | undefined;
  /** Keeps an item in its state, or lets it go on: its time in the state counts from then. */
  hold(cell: Cell, id: string, isHeld: boolean): void;
}

interface Stay {
  readonly state: unknown;
  /** Epoch milliseconds at which the item came into the state. */
  readonly since: number;
  readonly isHeld: boolean;
}

export function createTransitions(engine: Engine): Transitions {
  const moving = engine.resources.filter(({ state, transitions }) => state !== undefined && transitions.length > 0);
  const stays = new WeakMap<Cell, Map<string, Stay>>();

  const keep = (cell: Cell, id: string, stay: Stay): void => {
    const ofCell = stays.get(cell) ?? new Map<string, Stay>();
    stays.set(cell, ofCell.set(id, stay));
  };

  const advanceItem = (resource: Resource, cell: Cell, id: string, item: Item): void => {
    const now = engine.tools.now();
    const name = resource.state ?? "";
    let current = item;
    const known = stays.get(cell)?.get(id);
    let stay: Stay =
      known !== undefined && known.state === current.fields[name]
        ? known
        : { state: current.fields[name], since: now, isHeld: known?.isHeld ?? false };
    // A state may lead on at once; a circle of such states is cut.
    for (let steps = 0; !stay.isHeld && steps <= resource.transitions.length; steps++) {
      const { state, since } = stay;
      const due = resource.transitions.find(({ from, afterMs }) => from === state && now - since >= afterMs);
      const changed = due && changeItem(engine, resource, current, { ...current.fields, [name]: due.to } as Fields);
      if (due === undefined || changed === undefined) break;
      current = changed;
      stay = { ...stay, state: due.to, since: since + due.afterMs };
    }
    keep(cell, id, stay);
    if (current !== item) cell.items.set(id, current);
  };

  return {
    advance() {
      for (const resource of moving) {
        for (const { cell } of engine.cells.all(resource)) {
          for (const [id, item] of [...cell.items]) advanceItem(resource, cell, id, item);
        }
      }
    },
    nextAt() {
      const times = moving.flatMap((resource) =>
        engine.cells.all(resource).flatMap(({ cell }) =>
          [...cell.items.keys()].flatMap((id) => {
            const stay = stays.get(cell)?.get(id);
            const next = stay?.isHeld === false ? resource.transitions.filter(({ from }) => from === stay.state) : [];
            return next.map(({ afterMs }) => (stay?.since ?? 0) + afterMs);
          }),
        ),
      );
      return times.length === 0 ? undefined : Math.min(...times);
    },
    hold(cell, id, isHeld) {
      keep(cell, id, { state: stays.get(cell)?.get(id)?.state, since: engine.tools.now(), isHeld });
    },
  };
}

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
interface Changes {
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
