import { fillPath, nameHelp } from "@svc/model/data";
import { pathShape, type Resource, type Store } from "@svc/resources";
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

type StoredItem = { readonly fields: object; readonly extra: { readonly [name: string]: unknown } };

/** Characters of a text that the console shows. */
const TEXT_LIMIT = 5000;

/** Entries that the console shows, and items of each. */
const STORE_LIMIT = 50;

/** The places at which tests and requests have put something. */
export function storeView(store: Store): StoreView {
  const entries = store.resources.flatMap((resource) =>
    store.all(resource).flatMap((found) => (found.cell.isSeeded ? [{ ...found, resource }] : [])),
  );
  const shown = entries.slice(0, STORE_LIMIT).map(({ resource, parameters, cell }): StoreEntry => {
    const { path, kind } = resource;
    const place = fillPath(path, (_, index) => parameters[index] ?? "");
    const first = [...cell.items].slice(0, STORE_LIMIT);
    const items = first.map(([id, item]) => ({ id, value: cut(shownItem(item, resource)) }));
    return { place, path, parameters, kind, items, total: cell.items.size };
  });
  return { entries: shown, leftOut: Math.max(0, entries.length - STORE_LIMIT) };
}

function shownItem({ fields, extra }: StoredItem, resource: Resource): object {
  return { ...fields, ...textsOf(extra, resource) };
}

function cut(value: unknown): unknown {
  if (typeof value === "string" && value.length > TEXT_LIMIT)
    return `${value.slice(0, TEXT_LIMIT)} (${value.length - TEXT_LIMIT} more characters)`;
  if (Array.isArray(value)) return value.slice(0, STORE_LIMIT).map(cut);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cut(part)]));
}

/** Where an item is stored. */
export interface ItemPlace {
  /** Path template of its resource. */
  readonly path: string;
  /** Values of the path's parameters. */
  readonly parameters: readonly string[];
  /** Absent: a new item. */
  readonly id?: string;
}

/** An item with everything that is stored of it. @throws TypeError if there is none */
export function readItem(store: Store, wanted: ItemPlace): { readonly value: unknown } {
  const resource = resourceAt(store, wanted.path);
  const item = findItem(store, resource, wanted);
  if (item === undefined) throw new TypeError(`There is no item ${JSON.stringify(wanted.id ?? "")}.`);
  return { value: shownItem(item, resource) };
}

/** Adds an item, or replaces one. @throws TypeError that begins with a JSON pointer to the field that is at fault */
export function putItem(store: Store, place: ItemPlace, value: unknown): { readonly value: unknown } {
  const resource = resourceAt(store, place.path);
  const parameters = checkedParameters(resource, place);
  const holder = store.hold(resource, parameters, (pointer, message) => `${pointer || resource.path}: ${message}`);
  const before = findItem(store, resource, { ...place, parameters });
  const id = resource.kind === "singleton" ? undefined : place.id;
  const kept = before === undefined ? {} : unchangedBytes(before.extra, value);
  let made: unknown;
  store.atOnce(() => {
    [made] = holder.add([value === undefined ? {} : value], kept, id);
  });
  return { value: made };
}

/** Removes an item. @throws TypeError if there is none */
export function removeItem(store: Store, place: ItemPlace): void {
  const resource = resourceAt(store, place.path);
  const holder = store.hold(resource, checkedParameters(resource, place), (_pointer, message) => message);
  if (!holder.remove(place.id ?? "")) throw new TypeError(`There is no item ${JSON.stringify(place.id ?? "")}.`);
}

function resourceAt({ resources }: Store, path: string): Resource {
  const found = resources.find((one) => one.path === path);
  if (found !== undefined) return found;
  const all = resources.map((one) => one.path);
  throw new TypeError(`Nothing is stored at ${JSON.stringify(path)}; ${nameHelp(path, all)}`);
}

function checkedParameters({ path }: Resource, { parameters }: ItemPlace): readonly string[] {
  for (const [index, name] of pathShape(path).parameters.entries()) {
    if (typeof parameters?.[index] !== "string" || parameters[index] === "")
      throw new TypeError(`${name}: say which one.`);
  }
  return parameters;
}

function findItem(store: Store, resource: Resource, { parameters, id = "" }: ItemPlace) {
  const wanted = JSON.stringify(parameters);
  return store
    .all(resource)
    .find((found) => JSON.stringify(found.parameters) === wanted)
    ?.cell.items.get(id);
}

/** Bytes that are read as text, and are given back as they were. */
function unchangedBytes(extra: { readonly [name: string]: unknown }, value: unknown): { [name: string]: unknown } {
  const given = Object(value) as { readonly [name: string]: unknown };
  return Object.fromEntries(
    Object.entries(extra).filter(
      ([name, bytes]) => bytes instanceof Uint8Array && new TextDecoder().decode(bytes) === given[name],
    ),
  );
}
