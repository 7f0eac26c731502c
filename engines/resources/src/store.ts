import type { Json } from "@svc/model/data";
import { answerCall } from "./answer/answer.ts";
import { groundAnswer } from "./answer/ground.ts";
import type { Resource } from "./facts/resource.ts";
import type { ReadTable } from "./facts/table.ts";
import type { Tools } from "./facts/tools.ts";
import { createAnswerBelow } from "./items/above.ts";
import { createChanges, createTransitions, type ItemChange } from "./items/changes.ts";
import type { Explain } from "./items/check-fields.ts";
import type { Answer, Engine, ResourceCall } from "./items/context.ts";
import { createStoredFiles, type StoredFiles } from "./items/files.ts";
import { createHolder, type Holder } from "./items/holder.ts";
import { type Cell, createCells } from "./items/items.ts";
import { createView } from "./items/view.ts";

/** Options of a store. */
export interface StoreSetUp extends Pick<Engine, "orders" | "putFile" | "putUpload"> {
  /** The resources, as the table of the document says. */
  readonly table: ReadTable;
  readonly tools: Tools;
  /** Whether what tests put in has to be valid for the document. */
  readonly strict: boolean;
  /** Called with each change of an item of which webhooks tell. @default nobody watches */
  readonly onChange?: ((change: ItemChange) => void) | undefined;
  /** Called when something may have been put in, changed or removed. @default nobody watches */
  readonly onTouch?: (() => void) | undefined;
  /** Called with the time of the next change that the clock brings, epoch milliseconds; `settle` is to be called then. */
  readonly wakeAt?: ((at: number) => void) | undefined;
}

export interface Store {
  readonly resources: readonly Resource[];
  /**
   * Undefined: nothing is known of what the request is about, or no valid answer was found.
   *
   * @param unseeded what is answered for what nobody has put in; `leave`: nothing, and nothing is made for it
   */
  answer(call: ResourceCall, unseeded: Engine["onUnseeded"]): Answer | undefined;
  /** A made-up answer as the request asks for it. */
  ground(call: ResourceCall, body: Json): Json;
  /** The files that requests bring. */
  readonly files: StoredFiles;
  /** Counts what may have changed the answers to the same request, beside the clock. */
  revision(): number;
  /** How a request is refused that belongs to no resource, but to an item that is not there; undefined: it is not refused. */
  answerBelow(call: Pick<ResourceCall, "operation" | "path">): Answer | undefined;
  /** The resource that an operation has to do with. */
  resourceOf(operationId: string): Resource | undefined;
  /** @param explain the message of an error at a JSON pointer in a given item */
  hold(resource: Resource, parameters: readonly string[], explain: Explain): Holder;
  /** Runs something that puts items in: all of it, or nothing where it throws. */
  atOnce(run: () => void): void;
  /** Every place in which there is something, or was. */
  all(resource: Resource): readonly { readonly parameters: readonly string[]; readonly cell: Cell }[];
  /** Brings all items into the states that they have now. */
  settle(): void;
  clear(): void;
}

/** A store of a document's resources, empty. */
export function createStore(options: StoreSetUp): Store {
  const { tools, table, strict, onChange, onTouch, wakeAt, ...setUp } = options;
  const { files, ...kept } = table;
  const stored = { ...kept, cells: createCells() };
  const engine: Engine = {
    tools,
    ...stored,
    view: createView(tools, stored),
    onUnseeded: "generate",
    ...setUp,
    change(run) {
      touch();
      timely(run);
    },
    fileKeys: ({ key }) => files.sent.get(key) ?? [],
  };
  const byOperation = indexByOperation(engine.resources);
  const transitions = createTransitions(engine);
  const changes = createChanges(engine);
  /** Tells what has changed since the last time; of what is only put in, nothing is told. */
  const tell = (isPut = false): void => {
    if (onChange === undefined) return;
    for (const change of changes.read()) if (!(isPut && change.kind === "created")) onChange(change);
    const at = changes.isWatching ? transitions.nextAt() : undefined;
    if (at !== undefined) wakeAt?.(at);
  };
  /** Brings states up to date before and after: when an item came into its state is known to the millisecond. */
  const timely = <Result>(run: () => Result, isPut?: boolean): Result => {
    transitions.advance();
    tell();
    try {
      return run();
    } finally {
      transitions.advance();
      tell(isPut);
    }
  };
  let revision = 0;
  const touch = (): void => {
    revision++;
    onTouch?.();
  };
  return {
    resources: engine.resources,
    files: createStoredFiles(engine, files),
    revision: () => revision,
    answer(call, onUnseeded) {
      if (call.operation.method !== "get" && call.operation.method !== "head") touch();
      const resource = byOperation.get(call.operation.id);
      return resource && timely(() => answerCall({ ...engine, onUnseeded }, resource, call));
    },
    ground: (call, body) => groundAnswer(engine, byOperation.get(call.operation.id), call, body),
    answerBelow: createAnswerBelow(engine),
    resourceOf: (operationId) => byOperation.get(operationId),
    hold(resource, parameters, explain) {
      const holder = createHolder(engine, { resource, parameters, explain, strict }, transitions);
      return counting(holder, { onCall: touch, timely: (run) => timely(run, true) });
    },
    atOnce(run) {
      touch();
      const restore = engine.cells.save();
      try {
        timely(run, true);
      } catch (error) {
        restore();
        changes.read();
        throw error;
      }
    },
    all: (resource) => timely(() => engine.cells.all(resource)),
    settle: () => timely(() => onTouch?.()),
    clear() {
      touch();
      engine.cells.clear();
      changes.read();
    },
  };
}

function indexByOperation(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  return new Map(resources.flatMap((resource) => Object.keys(resource.roles).map((id) => [id, resource] as const)));
}

/** Methods of a holder that change nothing. */
const READS: ReadonlySet<string> = new Set(["all", "get"] satisfies (keyof Holder)[]);

interface Counting {
  readonly onCall: () => void;
  readonly timely: <Result>(run: () => Result) => Result;
}

/** A holder that tells of every change, and whose items are in the states that they have now. */
function counting(holder: Holder, { onCall, timely }: Counting): Holder {
  const methods = Object.entries(
    holder as unknown as { readonly [name: string]: (...parameters: unknown[]) => unknown },
  );
  const counted = methods.map(([name, method]) => [
    name,
    (...parameters: unknown[]) => {
      if (!READS.has(name)) onCall();
      return timely(() => method(...parameters));
    },
  ]);
  return Object.fromEntries(counted) as Holder;
}
