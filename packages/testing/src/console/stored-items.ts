import { nameHelp } from "@svc/model/data";
import { pathShape, type Resource, type Store } from "@svc/resources";
import { textsOf } from "../state/state-tree.ts";

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
  return { value: { ...item.fields, ...textsOf(item.extra, resource) } };
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
