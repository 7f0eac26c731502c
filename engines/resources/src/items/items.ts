import type { Fields } from "../facts/fields.ts";
import { isBelow } from "../facts/path-shape.ts";
import type { Resource } from "../facts/resource.ts";

/** An item, or the value of a singleton. Never changed: a change puts another in its place. */
export interface Item {
  /** Counts the items of a store: later ones have greater numbers. */
  readonly serial: number;
  readonly fields: Fields;
  /** Further properties that the test code has set. */
  readonly extra: { readonly [name: string]: unknown };
  /** Counts its changes, from 1. */
  readonly version: number;
  /** Whether it is answered as it was put in, also where the document does not allow it. */
  readonly isLoose?: true;
  /** Whether a request changed what was only made up: nobody has put it in, and once removed it may be made up again. */
  readonly isMadeUp?: true;
}

/** A file that a request has brought. Never changed. */
export interface StoredFile {
  readonly bytes: Uint8Array;
  /** Media type as it was sent; empty: none was. */
  readonly mediaType: string;
  /** File name as it was sent. */
  readonly name?: string;
}

/** The items of a collection below certain values of its path's parameters; a singleton has one, whose id is empty. */
export interface Cell {
  /** Whether it holds what tests or requests put in, and no made-up items any more. */
  isSeeded: boolean;
  /** Whether tests have put in what there is: what they have not is not there. What requests make says nothing of the rest. */
  isComplete: boolean;
  readonly items: Map<string, Item>;
  /** Without their fields: only that they are gone is of interest. */
  readonly removed: Map<string, Item>;
  /** Made-up items that were answered, so that they are the same the next time. */
  readonly madeUp: Map<string, Fields>;
  /** Ids that a made-up list has shown: they are known, as if they had been put in. */
  readonly listed: Set<string>;
  /** Of the path of a file: the file that a request has brought. `gone`: another has removed it. */
  file?: StoredFile | "gone";
}

/** Everything that a store holds. */
export interface Cells {
  find(resource: Pick<Resource, "key">, parameters: readonly string[]): Cell | undefined;
  /** Finds one, or makes it. */
  open(resource: Pick<Resource, "key">, parameters: readonly string[]): Cell;
  /** Forgets what lies below an item, and its file. */
  removeBelow(resource: Pick<Resource, "key">, parameters: readonly string[]): void;
  all(resource: Pick<Resource, "key">): readonly { readonly parameters: readonly string[]; readonly cell: Cell }[];
  next(): number;
  /** Gives the function that takes everything back to what it is now. */
  save(): () => void;
  clear(): void;
}

type CellMap = Map<string, Map<string, { readonly parameters: readonly string[]; readonly cell: Cell }>>;

/** Cells in which nothing was put that are kept, twice as many between two times of forgetting: any path that is read makes one. */
const MADE_UP_CELLS = 5000;

function forgetMadeUp(cells: CellMap, kept: number): void {
  const isMadeUp = ({ isSeeded, items, removed, file }: Cell): boolean =>
    !isSeeded && items.size + removed.size === 0 && file === undefined;
  const found = [...cells.values()].flatMap((byParameters) =>
    [...byParameters].flatMap(([place, { cell }]) => (isMadeUp(cell) ? [() => byParameters.delete(place)] : [])),
  );
  for (const remove of found.slice(0, -kept)) remove();
}

export function createCells(): Cells {
  const cells: CellMap = new Map();
  let serial = 0;
  let made = 0;
  return {
    find: ({ key }, parameters) => cells.get(key)?.get(JSON.stringify(parameters))?.cell,
    open({ key }, parameters) {
      const byParameters = cells.get(key) ?? new Map();
      cells.set(key, byParameters);
      const place = JSON.stringify(parameters);
      const known = byParameters.get(place);
      if (known !== undefined) return known.cell;
      const cell: Cell = {
        isSeeded: false,
        isComplete: false,
        items: new Map(),
        removed: new Map(),
        madeUp: new Map(),
        listed: new Set(),
      };
      if (++made % MADE_UP_CELLS === 0) forgetMadeUp(cells, MADE_UP_CELLS);
      byParameters.set(place, { parameters: [...parameters], cell });
      return cell;
    },
    removeBelow({ key }, parameters) {
      for (const [other, byParameters] of cells) {
        const item = `${key}/{}`;
        if (other !== item && !isBelow(other, item)) continue;
        for (const [place, found] of byParameters) {
          if (parameters.every((value, index) => found.parameters[index] === value)) byParameters.delete(place);
        }
      }
    },
    all: ({ key }) => [...(cells.get(key)?.values() ?? [])],
    next: () => ++serial,
    save() {
      const saved = [...cells].map(
        ([key, found]) =>
          [key, [...found].map(([place, one]) => [place, { ...one, cell: copyOf(one.cell) }] as const)] as const,
      );
      return () => {
        cells.clear();
        for (const [key, found] of saved) cells.set(key, new Map(found));
      };
    },
    clear() {
      cells.clear();
      serial = 0;
    },
  };
}

function copyOf({ items, removed, madeUp, listed, ...flags }: Cell): Cell {
  return {
    ...flags,
    items: new Map(items),
    removed: new Map(removed),
    madeUp: new Map(madeUp),
    listed: new Set(listed),
  };
}

/** Puts in an item that a request has made. */
export function putItem(cell: Cell, id: string, item: Item): void {
  cell.isSeeded = true;
  cell.items.set(id, item);
  cell.removed.delete(id);
}

export function noteRemoved({ removed }: Cell, id: string, item: Item): void {
  removed.set(id, { ...item, fields: {}, extra: {} });
}

/** Made-up items of a cell that are remembered. */
const MADE_UP_LIMIT = 1000;

export function rememberMadeUp({ madeUp, listed }: Cell, id: string, fields: Fields): void {
  if (madeUp.size >= MADE_UP_LIMIT) {
    madeUp.clear();
    listed.clear();
  }
  madeUp.set(id, fields);
}
