import type { Json, Model, Operation } from "@svc/model";
import { createValidate, generate, seedOf } from "@svc/schema";
import type { Tools } from "../../src/facts/tools.ts";
import {
  type Answer,
  createStore,
  type ResourceCall,
  readTable,
  type Store,
  type StoreSetUp,
} from "../../src/index.ts";
import { inferTable } from "../../src/infer.ts";

/** A store of a document, on a clock that tests set. */
export interface World {
  readonly model: Model;
  readonly store: Store;
  now: number;
  /** Sends a request; undefined: the store has no answer. */
  call(operationId: string, request?: Partial<Request>): Answer | undefined;
}

/** Request of a test. */
export interface Request {
  readonly path: { readonly [name: string]: unknown };
  readonly query: { readonly [name: string]: unknown };
  readonly headers: { readonly [name: string]: string };
  readonly body: Json;
  readonly sent: unknown;
  readonly files: NonNullable<ResourceCall["files"]>;
}

export const ORIGIN = "https://fake.example.test";

/** Values as the builders of @svc/schema make them. */
export function toolsOf(model: Model, now: () => number, seed = 1): Tools {
  const validate = createValidate(model.schemas);
  return {
    model,
    seed,
    now,
    validate,
    build: (schema, { seed: text, ...wish }) =>
      generate(schema, {
        schemas: model.schemas,
        seed: seedOf(text),
        now: now(),
        direction: "response",
        exact: true,
        ...wish,
      }),
  };
}

export function createWorld(
  model: Model,
  setUp: Partial<Omit<StoreSetUp, "tools">> & {
    readonly seed?: number;
    readonly onUnseeded?: "generate" | "not-found";
  } = {},
): World {
  const { seed, onUnseeded = "generate", table = readTable(inferTable(model), model), ...others } = setUp;
  const tools = toolsOf(model, () => world.now, seed);
  const store = createStore({
    table,
    orders: {},
    strict: true,
    ...others,
    tools,
  });
  const world: World = {
    model,
    store,
    now: Date.UTC(2025, 5, 1, 12),
    call(operationId, request = {}) {
      const operation = model.operations.find(({ id }) => id === operationId);
      if (operation === undefined) throw new Error(`no operation ${operationId}`);
      return store.answer(toCall(operation, request), onUnseeded);
    },
  };
  return world;
}

function toCall(
  operation: Operation,
  { path = {}, query = {}, headers = {}, body, sent: said, files = {} }: Partial<Request>,
): ResourceCall {
  const filled = operation.path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name])),
  );
  // What has its default stands for what was not sent.
  const isDefault = (name: string, value: unknown) =>
    operation.parameters.some(
      ({ name: own, schema }) => own === name && schema.default === value && value !== undefined,
    );
  const given = Object.entries(query).filter(([name, value]) => !isDefault(name, value));
  const sent = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return {
    operation,
    path,
    query,
    body,
    sent: said,
    files,
    header: (name) => headers[name],
    origin: ORIGIN,
    target: sent.size === 0 ? filled : `${filled}?${sent}`,
  };
}
