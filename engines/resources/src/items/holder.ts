import type { Json } from "@svc/model/data";
import { nameHelp, own } from "@svc/model/data";
import { type Fields, isFields } from "../facts/fields.ts";
import type { Resource } from "../facts/resource.ts";
import type { Transitions } from "./changes.ts";
import { checkFields, type Explain } from "./check-fields.ts";
import type { Engine } from "./context.ts";
import { type Cell, type Item, noteRemoved } from "./items.ts";
import { changeItem, makeItem } from "./write-item.ts";

/** The values of one resource of a document, below certain values of its path's parameters, as tests put them in. */
export interface Holder {
  /**
   * Adds items, or the value of a singleton. What the document requires and nobody gives is made up.
   *
   * @param id the id that the item shall have @default its own, or a new one
   */
  add(values: readonly unknown[], extra?: Item["extra"], id?: string): Json[];
  /** Adds items, and gives their ids. */
  put(values: readonly unknown[]): string[];
  /** Puts items in the place of all others. */
  replace(values: readonly unknown[]): Json[];
  /** Every item, in the order in which they came, and what only tests know of them. */
  all(): { readonly fields: Fields; readonly extra: Item["extra"] }[];
  get(id: string): Json | undefined;
  update(id: string, part: unknown): Json;
  remove(id: string): boolean;
  /** Gives an item another state. @throws TypeError where there is no such item, it has no state, or cannot have this one */
  become(id: string, state: unknown): Json;
  /** Keeps an item in its state whatever time passes, or lets it go on. @throws TypeError where there is no such item */
  hold(id: string, isHeld: boolean): void;
  /** From now on there are these items and no made-up ones, also where there are none. */
  open(): void;
  /** Removes every item; from then on there are none, and no made-up ones either. */
  empty(): void;
  /** Forgets every item, and that there were any. */
  forget(): void;
}

export interface Held {
  readonly resource: Resource;
  readonly parameters: readonly string[];
  readonly explain: Explain;
  readonly strict: boolean;
}

/** Puts values of one resource into a store, and shows them. */
export function createHolder(engine: Engine, held: Held, transitions: Transitions): Holder {
  const { resource, parameters, explain } = held;
  const open = (): Cell => engine.cells.open(resource, parameters);
  const complete = (): Cell => {
    const cell = open();
    cell.isSeeded = cell.isComplete = true;
    return cell;
  };
  const forget = (): void => {
    const cell = open();
    cell.isSeeded = cell.isComplete = false;
    for (const map of [cell.items, cell.removed, cell.madeUp, cell.listed]) map.clear();
  };
  const empty = (): void => {
    forget();
    complete();
  };
  const add = (values: readonly unknown[], extra: Item["extra"] = {}, id?: string) => {
    const made = makeAll(engine, held, { values, extra, id });
    const cell = complete();
    for (const one of made) {
      cell.items.set(one.id, one.item);
      cell.removed.delete(one.id);
    }
    return made;
  };
  const update = (id: string, part: unknown): Json => updateItem(engine, held, { cell: open(), id, part });
  const shown = (made: ReturnType<typeof add>): Json[] => made.map(({ item }) => structuredClone(item.fields) as Json);
  return {
    add: (values, extra, id) => shown(add(values, extra, id)),
    put: (values) => add(values).map(({ id }) => id),
    replace(values) {
      const restore = engine.cells.save();
      empty();
      try {
        return shown(add(values));
      } catch (error) {
        restore();
        throw error;
      }
    },
    all: () => [...open().items.values()].map(({ fields, extra }) => ({ fields: structuredClone(fields), extra })),
    get(id) {
      const item = engine.cells.find(resource, parameters)?.items.get(id);
      return item && (structuredClone(item.fields) as Json);
    },
    update,
    remove(id) {
      const cell = open();
      const item = cell.items.get(id);
      if (item === undefined) return false;
      cell.items.delete(id);
      noteRemoved(cell, id, item);
      engine.cells.removeBelow(resource, [...parameters, id]);
      return true;
    },
    become(id, state) {
      if (resource.state === undefined) throw new TypeError(explain("", "no field of it is a state; declare one."));
      return update(id, { [resource.state]: state });
    },
    hold(id, isHeld) {
      itemOf(open(), id, explain);
      transitions.hold(open(), id, isHeld);
    },
    open: () => {
      complete();
    },
    empty,
    forget,
  };
}

interface Update {
  readonly cell: Cell;
  readonly id: string;
  readonly part: unknown;
}

function updateItem(engine: Engine, held: Held, { cell, id, part }: Update): Json {
  const { explain, resource } = held;
  const item = itemOf(cell, id, explain);
  if (!isFields(part)) throw new TypeError(explain("", "expected an object."));
  const fields = { ...item.fields, ...part };
  checkNames(engine, held, part, "");
  check(engine, held, fields, "");
  const changed = changeItem(engine, resource, item, fields);
  if (changed === undefined) throw new TypeError(explain("", NOTHING));
  cell.items.set(id, changed);
  return structuredClone(changed.fields) as Json;
}

function itemOf({ items }: Cell, id: string, explain: Explain): Item {
  const item = items.get(id);
  if (item === undefined) throw new TypeError(explain("", `there is no item ${JSON.stringify(id)}.`));
  return item;
}

/** Items as a test gives them, none with the id of another. */
function makeAll(
  engine: Engine,
  held: Held,
  { values, extra, id }: Pick<GivenItem, "extra" | "id"> & { readonly values: readonly unknown[] },
): ReturnType<typeof makeGiven>[] {
  const beside = new Set<string>();
  return values.map((value, index) => {
    const at = values.length > 1 ? `/${index}` : "";
    const made = makeGiven(engine, held, { value, extra, id, at, beside });
    if (beside.has(made.id)) throw new TypeError(held.explain(at, `${JSON.stringify(made.id)} is there twice.`));
    beside.add(made.id);
    return made;
  });
}

interface GivenItem {
  readonly value: unknown;
  readonly extra: Item["extra"];
  readonly id: string | undefined;
  /** Place in what was given. */
  readonly at: string;
  /** Ids of those that were given before it. */
  readonly beside: ReadonlySet<string>;
}

/** An item as a test gives it. @throws TypeError with place and rule where it is not valid for the document */
function makeGiven(
  engine: Engine,
  held: Held,
  { value, extra, id, at, beside }: GivenItem,
): { readonly id: string; readonly item: Item } {
  const { resource, parameters, explain, strict } = held;
  if (!isFields(value)) throw new TypeError(explain(at, "expected an object."));
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  const isExtra = (name: string): boolean => Object.hasOwn(resource.extra, name);
  const allExtra = { ...Object.fromEntries(entries.filter(([name]) => isExtra(name))), ...extra };
  checkExtra(held, allExtra, at);
  const fields = structuredClone(Object.fromEntries(entries.filter(([name]) => !isExtra(name)))) as Fields;
  checkNames(engine, held, fields, at);
  const wish = { resource, parameters, id, beside, missing: "least" } as const;
  const made = makeItem(engine, { ...wish, given: fields, extra: allExtra, isLoose: !strict });
  if (strict) {
    const base = made ?? makeItem(engine, { ...wish, given: {} });
    check(engine, held, { ...base?.item.fields, ...fields }, at);
  }
  if (made !== undefined) return made;
  throw new TypeError(explain(at, NOTHING));
}

function checkNames({ tools }: Engine, { resource, explain, strict }: Held, value: Fields, at: string): void {
  const others = Object.keys(resource.extra);
  if (strict) checkFields(tools, explain, { schema: resource.schema, value, others, at });
}

function check({ tools }: Engine, { resource, explain, strict }: Held, fields: Fields, at: string): void {
  const [issue] = strict ? tools.validate(resource.schema, fields as Json) : [];
  if (issue !== undefined) throw new TypeError(explain(at + issue.pointer, `${issue.message}.`));
}

const NOTHING = "no value with these fields is valid for the document.";

function checkExtra({ resource, explain }: Held, extra: Item["extra"], at: string): void {
  for (const [name, value] of Object.entries(extra)) {
    const declared = own(resource.extra, name);
    if (declared === undefined) {
      throw new TypeError(explain(at, `unknown option "${name}"; ${nameHelp(name, Object.keys(resource.extra))}`));
    }
    const { type } = declared;
    const isContent = type === "content" && (typeof value === "string" || value instanceof Uint8Array);
    if (value !== undefined && !isContent && typeof value !== type) {
      throw new TypeError(
        explain(`${at}/${name}`, `expected ${type === "content" ? "a text or bytes" : `a ${type}`}.`),
      );
    }
  }
}
