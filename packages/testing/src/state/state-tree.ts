import { childPointer, nameHelp } from "@svc/model/data";
import { type HandleNode, type Holder, handleTree, type Resource, type Store } from "@svc/resources";
import { record } from "./check-state.ts";

/** Where what lies below an item, or a singleton, is kept in a state, beside its own fields. */
const BELOW = "$";

/** A part of a state: items, or what lies below names and ids. */
type Part = { readonly [name: string]: unknown };

/** The state of a store as plain JSON, by the names of its handles. What nobody has put in is not in it. */
export function dumpState(paths: readonly string[], store: Store): Part {
  return dumpChildren(handleTree(paths, store.resources), [], indexOf(store)) ?? {};
}

function dumpChildren(node: HandleNode | undefined, parameters: readonly string[], index: Index): Part | undefined {
  const parts = [...(node?.children ?? [])].flatMap(([name, child]) => {
    const part = dump(child, parameters, index);
    return part === undefined ? [] : [[name, part] as const];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

function dump(node: HandleNode, parameters: readonly string[], index: Index): unknown {
  const { resource, item } = node;
  const own = resource && heldBy(index, resource, parameters);
  const children = dumpChildren(node, parameters, index);
  if (resource?.kind === "singleton") {
    const [value] = own?.values ?? [];
    return value === undefined ? children : { ...value.shown, ...(children && { [BELOW]: children }) };
  }
  if (own !== undefined) {
    return own.values.map(({ id, shown }) => {
      const below = item && dump(item, [...parameters, id], index);
      return below === undefined ? shown : { ...shown, [BELOW]: below };
    });
  }
  const ids = item === undefined ? [] : idsBelow(item, parameters, index);
  const byId = ids.flatMap((id) => {
    const below = item && dump(item, [...parameters, id], index);
    return below === undefined ? [] : [[id, below] as const];
  });
  return byId.length === 0 ? children : { ...children, ...Object.fromEntries(byId) };
}

function heldBy(index: Index, resource: Resource, parameters: readonly string[]) {
  const cell = index.cell(resource, parameters);
  if (cell === undefined || !cell.isSeeded) return undefined;
  const values = [...cell.items].map(([id, { fields, extra }]) => ({
    id,
    shown: { ...structuredClone(fields), ...textsOf(extra, resource) },
  }));
  return { values };
}

/** Further properties of an item that differ from their defaults; bytes as text. */
export function textsOf(extra: Part, { extra: declared }: Resource): Part {
  const said = Object.entries(extra).filter(
    ([name, value]) => value !== undefined && value !== declared[name]?.default,
  );
  return Object.fromEntries(
    said.map(([name, value]) => [name, value instanceof Uint8Array ? new TextDecoder().decode(value) : value]),
  );
}

/** Ids below which something is stored. */
function idsBelow(node: HandleNode, parameters: readonly string[], index: Index): string[] {
  return [...new Set(resourcesIn(node).flatMap((resource) => [...index.ids(resource, parameters)]))];
}

/** Contents of a store by their place: to look through all of it for each item would take the square of the time. */
interface Index {
  /** The cell at a place. */
  cell(resource: Resource, parameters: readonly string[]): Cell | undefined;
  /** Ids that follow some parameters at places that hold something. */
  ids(resource: Resource, parameters: readonly string[]): Iterable<string>;
}

type Cell = ReturnType<Store["all"]>[number]["cell"];

function indexOf(store: Store): Index {
  const cells = new Map<string, Cell>();
  const ids = new Map<string, Set<string>>();
  const numbers = new Map<Resource, number>();
  const keyOf = (resource: Resource, parameters: readonly string[]): string =>
    JSON.stringify([numbers.get(resource), ...parameters]);
  for (const resource of store.resources) {
    numbers.set(resource, numbers.size);
    for (const { parameters, cell } of store.all(resource)) {
      cells.set(keyOf(resource, parameters), cell);
      if (!cell.isSeeded) continue;
      for (const [count, id] of parameters.entries()) {
        const key = keyOf(resource, parameters.slice(0, count));
        ids.set(key, (ids.get(key) ?? new Set()).add(id));
      }
    }
  }
  return {
    cell: (resource, parameters) => cells.get(keyOf(resource, parameters)),
    ids: (resource, parameters) => ids.get(keyOf(resource, parameters)) ?? [],
  };
}

function resourcesIn({ resource, children, item }: HandleNode): Resource[] {
  const below = [...children.values(), ...(item === undefined ? [] : [item])].flatMap(resourcesIn);
  return resource === undefined ? below : [resource, ...below];
}

/** Target of a state, and the names that a state has beside those of stores. */
interface Target {
  readonly paths: readonly string[];
  readonly store: Store;
  readonly names: readonly string[];
}

/** A state that is put in, and where messages say it is. */
interface Loading {
  /** Names that a message offers beside those of the stores. */
  readonly names?: readonly string[];
  readonly store: Store;
  readonly parameters: readonly string[];
  readonly at: string;
}

/**
 * Puts a state into a store, beside what is there: all of it, or nothing.
 *
 * @throws TypeError that begins with a JSON pointer (RFC 6901) to the first place that cannot be used
 */
export function loadTree({ paths, store, names }: Target, state: Part): void {
  const tree = handleTree(paths, store.resources);
  store.atOnce(() => loadChildren(tree, state, { names, store, parameters: [], at: "" }));
}

function loadChildren(node: HandleNode | undefined, state: unknown, { names = [], ...loading }: Loading): void {
  for (const [name, part] of Object.entries(record(state, loading.at))) {
    const child = node?.children.get(name);
    if (child === undefined) {
      const all = [...(node?.children.keys() ?? []), ...names];
      throw new TypeError(`${childPointer(loading.at, name)}: unknown key; ${nameHelp(name, all)}`);
    }
    load(child, part, { ...loading, at: childPointer(loading.at, name) });
  }
}

function load(node: HandleNode, part: unknown, loading: Loading): void {
  const { resource, item } = node;
  const { parameters, at } = loading;
  if (resource?.kind === "singleton") {
    const { [BELOW]: below, ...value } = record(part, at);
    holder(resource, loading).add([value]);
    if (below !== undefined) loadChildren(node, below, { ...loading, at: `${at}/${BELOW}` });
  } else if (resource !== undefined && Array.isArray(part)) loadItems(node, resource, part, loading);
  else if (item === undefined) {
    if (resource !== undefined) throw new TypeError(`${at}: expected a list.`);
    loadChildren(node, part, loading);
  } else {
    const entries = Object.entries(record(part, at));
    for (const [id, below] of entries) {
      const place = childPointer(at, id);
      const child = node.children.get(id);
      if (child !== undefined) load(child, below, { ...loading, at: place });
      else load(item, below, { ...loading, parameters: [...parameters, id], at: place });
    }
  }
}

const NOTHING: HandleNode = { resource: undefined, children: new Map(), item: undefined };

function loadItems(node: HandleNode, resource: Resource, part: readonly unknown[], loading: Loading): void {
  const { parameters, at } = loading;
  // Else a collection without items would be one that nothing is known of.
  holder(resource, loading).open();
  for (const [index, one] of part.entries()) {
    const place = `${at}/${index}`;
    const { [BELOW]: below, ...value } = record(one, place);
    const [id = ""] = holder(resource, { ...loading, at: place }).put([value]);
    if (below !== undefined) {
      load(node.item ?? NOTHING, below, { ...loading, parameters: [...parameters, id], at: `${place}/${BELOW}` });
    }
  }
}

function holder(resource: Resource, { store, parameters, at }: Loading): Holder {
  return store.hold(resource, parameters, (pointer, message) => `${at}${pointer}: ${message}`);
}
