import { type HandleNode, type Holder, handleTree, type Resource, type Store, topNames } from "@svc/resources";

/** Fields of an item that a test gives; required fields that it leaves out are generated. */
export type Given<Item, Extra = unknown> = (Item extends object
  ? { [Name in keyof Item]?: Item[Name] | undefined }
  : Item) &
  Partial<Extra>;

/** The items of a collection, as tests put them in. From then on there are these, and no generated ones. */
export interface CollectionHandle<Item, Extra = unknown> {
  /**
   * Adds an item, as a copy.
   *
   * @throws TypeError with place and rule where one is not valid for the document, unless the fake is not `strict`
   */
  add(item?: Given<Item, Extra>, extra?: Partial<Extra>): Item;
  /** Adds several. @throws TypeError as for one; none of them is added then */
  add(items: readonly Given<Item, Extra>[], extra?: Partial<Extra>): Item[];
  /** Puts these in the place of all others. @throws TypeError as {@link CollectionHandle.add} does */
  set(items: readonly Given<Item, Extra>[]): Item[];
  /** Every item, in the order in which they were added. */
  all(): Item[];
  /** Removes every item: an empty list is answered. */
  clear(): void;
}

/** One item of a collection. */
export interface ItemHandle<Item, Extra = unknown> {
  /** Undefined: there is none that tests or requests have put in. */
  get(): Item | undefined;
  /** Puts it in, in the place of the one that is there. @throws TypeError where it is not valid for the document */
  set(item: Given<Item, Extra>): Item;
  /** Changes the given fields. @throws TypeError where there is none, or it is not valid for the document */
  update(part: Given<Item>): Item;
  /** Removes it and what lies below it: 404 is answered. False: there was none. */
  remove(): boolean;
}

/** One item that has a state. */
export interface StateHandle<Item, State> {
  /**
   * Gives it a state at once: `fake.jobs("j1").becomes("failed")`.
   *
   * @throws TypeError where there is no such item, or it cannot have the state
   */
  becomes(state: State): Item;
  /** Keeps it in its state, whatever time passes. @throws TypeError where there is no such item */
  hold(): void;
  /** Lets it go on: its time in the state counts from now. @throws TypeError where there is no such item */
  release(): void;
}

/** A value that is there once. */
export interface SingletonHandle<Value, Extra = unknown> {
  /** Undefined: tests and requests have put none in. */
  get(): Value | undefined;
  /** @throws TypeError with place and rule where it is not valid for the document, unless the fake is not `strict` */
  set(value: Given<Value, Extra>): Value;
  /** Forgets it: generated values are answered again. */
  clear(): void;
}

/** The part of an answer at a place: names of fields, `number` for the items of a list. */
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
      if (!isKept) throw new TypeError(`fake.${name}: the fake was created with \`state: false\` and keeps nothing.`);
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
