import type { Json } from "@svc/model";
import { answerCall } from "./answer.ts";
import { type Cell, createCells, type Item } from "./cells.ts";
import type { Answer, Engine, ResourceCall } from "./context.ts";
import { type Fields, isFields, own } from "./fields.ts";
import { groundAnswer } from "./ground.ts";
import type { Resource } from "./resource.ts";
import type { Tools } from "./tools.ts";
import { createView } from "./view.ts";
import { changeItem, makeItem } from "./write-item.ts";

/** What a store is made for. */
export interface StoreSetUp extends Pick<Engine, "resources" | "onUnseeded" | "orders" | "putFile"> {
  readonly tools: Tools;
  /** Whether what tests put in has to be valid for the document. */
  readonly strict: boolean;
}

/** The values of one resource of a document, below certain values of its path's parameters, as tests put them in. */
export interface Holder {
  /** Adds items, or the value of a singleton. What the document requires and nobody gives is made up. */
  add(values: readonly unknown[], extra?: { readonly [name: string]: unknown }): Json[];
  /** Every item, in the order in which they came, and what only tests know of them. */
  all(): { readonly fields: Fields; readonly extra: Item["extra"] }[];
  get(id: string): Json | undefined;
  update(id: string, part: unknown): Json;
  remove(id: string): boolean;
  /** Removes every item; from then on there are none, and no made-up ones either. */
  empty(): void;
  /** Forgets every item, and that there were any. */
  forget(): void;
}

export interface Store {
  readonly resources: readonly Resource[];
  /** Undefined: nothing is known of what the request is about, or no valid answer was found. */
  answer(call: ResourceCall): Answer | undefined;
  /** A made-up answer as the request asks for it. */
  ground(call: ResourceCall, body: Json): Json;
  /** The resource that an operation has to do with. */
  resourceOf(operationId: string): Resource | undefined;
  /** @param place how messages name it: `fake.things` */
  hold(resource: Resource, parameters: readonly string[], place: string): Holder;
  /** Every place in which there is something, or was. */
  all(resource: Resource): readonly { readonly parameters: readonly string[]; readonly cell: Cell }[];
  clear(): void;
}

/** A store of a document's resources, empty. */
export function createStore({ tools, strict, ...setUp }: StoreSetUp): Store {
  const engine: Engine = { tools, cells: createCells(), view: createView(tools), ...setUp };
  const byOperation = new Map(
    engine.resources.flatMap((resource) => Object.keys(resource.roles).map((id) => [id, resource] as const)),
  );
  return {
    resources: engine.resources,
    answer(call) {
      const resource = byOperation.get(call.operation.id);
      return resource && answerCall(engine, resource, call);
    },
    ground(call, body) {
      const resource = byOperation.get(call.operation.id);
      return resource === undefined ? body : groundAnswer(engine, resource, call, body);
    },
    resourceOf: (operationId) => byOperation.get(operationId),
    hold: (resource, parameters, place) => createHolder(engine, { resource, parameters, place, strict }),
    all: (resource) => engine.cells.all(resource),
    clear: () => engine.cells.clear(),
  };
}

interface Held {
  readonly resource: Resource;
  readonly parameters: readonly string[];
  readonly place: string;
  readonly strict: boolean;
}

function createHolder(engine: Engine, held: Held): Holder {
  const { resource, parameters, place } = held;
  const open = (): Cell => engine.cells.open(resource, parameters);
  const forget = (): void => {
    const cell = open();
    cell.isSeeded = false;
    for (const map of [cell.items, cell.removed, cell.madeUp]) map.clear();
  };
  return {
    add(values, extra = {}) {
      const made = values.map((value, index) =>
        makeGiven(engine, held, value, { extra, at: values.length > 1 ? `/${index}` : "" }),
      );
      const cell = open();
      cell.isSeeded = true;
      for (const { id, item } of made) {
        cell.items.set(id, item);
        cell.removed.delete(id);
      }
      return made.map(({ item }) => structuredClone(item.fields) as Json);
    },
    all: () => [...open().items.values()].map(({ fields, extra }) => ({ fields: structuredClone(fields), extra })),
    get(id) {
      const item = engine.cells.find(resource, parameters)?.items.get(id);
      return item && (structuredClone(item.fields) as Json);
    },
    update(id, part) {
      const cell = open();
      const item = cell.items.get(id);
      if (item === undefined) throw new TypeError(`${place}: there is no item ${JSON.stringify(id)}.`);
      if (!isFields(part)) throw new TypeError(`${place}: expected an object.`);
      const fields = { ...item.fields, ...part };
      check(engine, held, fields, "");
      const changed = changeItem(engine, resource, item, fields);
      if (changed === undefined) throw new TypeError(`${place}: no value with these fields is valid for the document.`);
      cell.items.set(id, changed);
      return structuredClone(changed.fields) as Json;
    },
    remove(id) {
      const cell = open();
      const item = cell.items.get(id);
      if (item === undefined) return false;
      cell.items.delete(id);
      cell.removed.set(id, item);
      engine.cells.removeBelow(resource, [...parameters, id]);
      return true;
    },
    empty() {
      forget();
      open().isSeeded = true;
    },
    forget,
  };
}

/** An item as a test gives it. @throws TypeError with place and rule where it is not valid for the document */
function makeGiven(engine: Engine, held: Held, value: unknown, { extra, at }: { extra: Item["extra"]; at: string }) {
  const { resource, parameters, place, strict } = held;
  if (!isFields(value)) throw new TypeError(`${place}: ${at || "/"}: expected an object.`);
  const names = new Set(Object.keys(resource.extra));
  const given = Object.fromEntries(
    Object.entries(value).filter(([name, one]) => !names.has(name) && one !== undefined),
  );
  const said = Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
  const allExtra = { ...said, ...extra };
  checkExtra(held, allExtra, at);
  const fields = JSON.parse(JSON.stringify(given)) as Fields;
  const made = makeItem(engine, {
    resource,
    parameters,
    given: fields,
    extra: allExtra,
    missing: "least",
    isLoose: !strict,
  });
  const fallback =
    made ?? (strict ? makeItem(engine, { resource, parameters, given: {}, missing: "least" }) : undefined);
  if (strict) check(engine, held, { ...(fallback?.item.fields ?? {}), ...fields }, at);
  if (made !== undefined) return made;
  throw new TypeError(`${place}: ${at || "/"}: no value with these fields is valid for the document.`);
}

function check({ tools }: Engine, { resource, place, strict }: Held, fields: Fields, at: string): void {
  const [issue] = strict ? tools.validate(resource.schema, fields as Json) : [];
  if (issue !== undefined) throw new TypeError(`${place}: ${at}${issue.pointer || "/"}: ${issue.message}`);
}

function checkExtra({ resource, place }: Held, extra: Item["extra"], at: string): void {
  for (const [name, value] of Object.entries(extra)) {
    const declared = own(resource.extra, name);
    if (declared === undefined)
      throw new TypeError(
        `${place}: "${name}" is no option; there are ${Object.keys(resource.extra).join(", ") || "none"}.`,
      );
    const { type } = declared;
    const isContent = type === "content" && (typeof value === "string" || value instanceof Uint8Array);
    if (value !== undefined && !isContent && typeof value !== type) {
      throw new TypeError(`${place}: ${at}/${name}: expected ${type === "content" ? "a text or bytes" : `a ${type}`}.`);
    }
  }
}
