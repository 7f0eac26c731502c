import { type HandleNode, type Holder, handleTree, type Resource, type Store, topNames } from "@svc/resources";

/** Fields of an item that a test sets; missing required fields are generated. */
export type Given<Item, Extra = unknown> = (Item extends object
  ? { [Name in keyof Item]?: Item[Name] | undefined }
  : Item) &
  Partial<Extra>;

/** The items of a collection that tests store. Once there is one, the collection has no generated items. */
export interface CollectionHandle<Item, Extra = unknown> {
  /**
   * Adds a copy of an item.
   *
   * @throws TypeError with place and rule if it is not valid for the document, unless the fake was created with
   * `strict: false`
   */
  add(item?: Given<Item, Extra>, extra?: Partial<Extra>): Item;
  /** Adds several items. @throws TypeError as for one; then none of them is added */
  add(items: readonly Given<Item, Extra>[], extra?: Partial<Extra>): Item[];
  /**
   * Replaces all items.
   *
   * @throws TypeError as {@link CollectionHandle.add} does
   */
  set(items: readonly Given<Item, Extra>[]): Item[];
  /** All items, in the order in which they were added. */
  all(): Item[];
  /** Removes all items: the list is empty. */
  clear(): void;
}

/** One item of a collection. */
export interface ItemHandle<Item, Extra = unknown> {
  /** The stored item; `undefined` if tests and requests stored none. */
  get(): Item | undefined;
  /** Stores the item, or replaces the stored one. @throws TypeError if it is not valid for the document */
  set(item: Given<Item, Extra>): Item;
  /**
   * Changes the given fields.
   *
   * @throws TypeError if there is no stored item, or it would not be valid for the document
   */
  update(part: Given<Item>): Item;
  /** Removes the item and everything below it, which then returns 404. Returns false if there was none. */
  remove(): boolean;
}

/** One item that has a state. */
export interface StateHandle<Item, State> {
  /**
   * Sets its state at once: `fake.jobs("j1").becomes("failed")`.
   *
   * @throws TypeError if there is no such item, or it cannot have the state
   */
  becomes(state: State): Item;
  /** Keeps it in its state, however much time passes. @throws TypeError if there is no such item */
  hold(): void;
  /** Lets it continue: its time in the state counts from now. @throws TypeError if there is no such item */
  release(): void;
}

/** A singleton: a value that exists once. */
export interface SingletonHandle<Value, Extra = unknown> {
  /** The stored value; `undefined` if tests and requests stored none. */
  get(): Value | undefined;
  /**
   * Stores the value.
   *
   * @throws TypeError with place and rule if it is not valid for the document, unless the fake was created with
   * `strict: false`
   */
  set(value: Given<Value, Extra>): Value;
  /** Removes the stored value: responses are generated again. */
  clear(): void;
}

/** The part of a response at a place: names of fields, `number` for the items of a list. */
export type PartOf<Body, Place extends readonly unknown[]> = Place extends readonly [infer Name, ...infer Rest]
  ? Body extends object
    ? Name extends keyof Body
      ? PartOf<NonNullable<Body[Name]>, Rest>
      : never
    : never
  : Body;

/** Source of the handles; resources are inferred when the first handle is used. */
export interface HandleSource {
  readonly paths: readonly string[];
  readonly store: () => Store;
  /** False: nothing is kept. */
  readonly isKept: boolean;
}

/** Gives an object the handles of a document's resources: `fake.things`. */
export function defineHandles(target: object, { paths, store, isKept }: HandleSource): void {
  const tree = once(() => handleTree(paths, store().resources));
  for (const name of topNames(paths)) {
    const get = (): unknown => {
      if (!isKept) throw new TypeError(`fake.${name}: the fake was created with \`state: false\` and stores nothing.`);
      const node = tree().children.get(name);
      return node && handleOf(node, { store: store(), parameters: [], place: `fake.${name}` });
    };
    Object.defineProperty(target, name, { get, enumerable: false, configurable: true });
  }
}

/** Where a handle is. */
interface Position {
  readonly store: Store;
  readonly parameters: readonly string[];
  /** How messages call it. */
  readonly place: string;
}

/** @param more members beside those of the node */
function handleOf(node: HandleNode, position: Position, more: object = {}): object {
  const { item, resource } = node;
  const { store, parameters, place } = position;
  const below = (id: string | number): object => {
    const text = String(id);
    const inner = { store, parameters: [...parameters, text], place: `${place}(${JSON.stringify(text)})` };
    const methods = resource?.kind === "collection" ? itemMethods(holderOf(resource, position), text) : {};
    return item === undefined ? methods : handleOf(item, inner, methods);
  };
  const base = item === undefined && resource?.id === undefined ? {} : below;
  const methods = resource === undefined ? {} : methodsOf(resource, holderOf(resource, position));
  return withChildren(Object.assign(base, methods, more), node, position);
}

function withChildren(target: object, { children }: HandleNode, position: Position): object {
  for (const [name, child] of children) {
    const get = (): object => handleOf(child, { ...position, place: `${position.place}.${name}` });
    Object.defineProperty(target, name, { get, enumerable: true, configurable: true });
  }
  return target;
}

function holderOf(resource: Resource, { store, parameters, place }: Position): Holder {
  return store.hold(
    resource,
    parameters,
    (pointer, message) => `${place}: ${pointer === "" ? "" : `${pointer}: `}${message}`,
  );
}

function methodsOf(resource: Resource, holder: Holder): object {
  if (resource.kind === "singleton") {
    return {
      get: () => holder.get(""),
      set: (value: unknown) => holder.add([value])[0],
      clear: () => holder.forget(),
    };
  }
  return {
    add(items: unknown = {}, extra?: { readonly [name: string]: unknown }) {
      return Array.isArray(items) ? holder.add(items, extra) : holder.add([items], extra)[0];
    },
    set: (items: readonly unknown[]) => holder.replace(items),
    all: () => holder.all().map(({ fields }) => fields),
    clear: () => holder.empty(),
  };
}

function itemMethods(holder: Holder, id: string): object {
  return {
    get: () => holder.get(id),
    set: (item: unknown) => holder.add([item], {}, id)[0],
    update: (part: unknown) => holder.update(id, part),
    remove: () => holder.remove(id),
    becomes: (state: unknown) => holder.become(id, state),
    hold: () => holder.hold(id, true),
    release: () => holder.hold(id, false),
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
