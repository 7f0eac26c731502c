import { findOperation, type Model, methodName, nameHelp, serverAddresses } from "@svc/model/data";
import type { FakeBackend } from "../adapters/backend.ts";
import { createFetch } from "../adapters/fetch.ts";
import { intercept } from "../adapters/nock/intercept.ts";
import { createBodyReader } from "../adapters/receive.ts";
import { watchClock } from "../clock/pending-work.ts";
import type { VirtualClock } from "../clock/virtual-clock.ts";
import type { Internals } from "../console/view.ts";
import type { FaultOptions } from "../faults/fault.ts";
import { describeCalls, type Journal } from "../journal/journal.ts";
import { createUnmatchedRecorder } from "../journal/record-call.ts";
import { dumpFake, loadState } from "../state/load-state.ts";
import { clientCredential, createClientOf } from "./client.ts";
import { type Closing, createClosing, createOpenResources } from "./closing.ts";
import { createContext, type FakeContext } from "./context.ts";
import type { Fake, ResetPart } from "./fake.ts";
import { createRequestHandler } from "./handle-request.ts";
import type { Handler, OperationShape } from "./handlers/handlers.ts";
import { assertNothingLeft } from "./lifecycles.ts";
import { type FakeService, normalizeOptions, operationOf, type SetUp, shown } from "./options.ts";

/**
 * Creates a fake of the service that a model describes.
 *
 * @param service what a generated fake knows of its service: names, its default address, and what it stores
 * @throws TypeError for an option that does not exist or has an invalid value
 */
export function createFake<Types = Record<string, OperationShape>, Handles = unknown, Events = Record<never, never>>(
  model: Model,
  options: SetUp = {},
  service?: FakeService,
): Fake<Types, Handles, Events> {
  const normal = normalizeOptions(options, model, service);
  const closing = createClosing(normal.clock);
  const { clock } = normal;
  const context = createContext(model, { ...normal, clock: closing.clock }, service?.resources);
  const { baseUrl, handlers, journal, limiter, stores, streams } = context;
  const resources = createOpenResources();
  const backend = backendOf(context, closing);
  const close = async (): Promise<void> => {
    endTimers(context);
    closing.end();
    streams.clear();
    await resources.close();
    rethrow(context);
  };
  const stateful = {
    paths: model.operations.map(({ path }) => path),
    stores,
    on: (operation: string, handler: () => Response) => fake.on(operation as never, handler as never),
  };
  const fetch = createFetch(backend);
  const fake: Fake<Types> = {
    baseUrl,
    client: createClientOf({
      options: { baseUrl, auth: clientCredential(model, options.tokens), fetch, clock },
      opened: resources.addAsync,
    }),
    fetch,
    clock: clock as VirtualClock,
    calls: journal.calls,
    webhooks: context.webhooks.api,
    model,
    tokens: stores.api.tokens,
    get resources() {
      return stores.api.resources;
    },
    load: (state) => loadState(stateful, state),
    snapshot: () => dumpFake(stateful),
    rateLimitOf: (authorization) => limiter?.peek(authorization, clock.now()),
    intercept: (settings) => resources.add(intercept(backend, settings)),
    async listen(settings) {
      const { listen } = await import("../adapters/http.ts");
      const control = () => Object.assign(Object.create(fake), { internals: internalsOf(context) });
      return resources.addAsync(await listen({ ...backend, control }, settings));
    },
    on(operation, handler) {
      const { id } = operationOf(model.operations, operation, "fake.on: ");
      if (typeof handler !== "function")
        throw new TypeError(`fake.on: expected a handler function, got ${shown(handler)}.`);
      return handlers.on(id, handler as unknown as Handler<OperationShape>);
    },
    fail: (fault) => addFault(context, fault),
    assertFaultsUsed: () => assertFaultsUsed(context),
    assertNoUnmatched: () => assertNoUnmatched(journal.calls),
    assertNothingLeftOpen: () => assertNothingLeft(context.lifecycles.left()),
    reset: (parts) => reset(context, parts),
    close,
    [Symbol.asyncDispose]: close,
    [Symbol.dispose]() {
      endTimers(context);
      closing.end();
      resources.closeNow();
      rethrow(context);
    },
  };
  stores.defineHandles(fake);
  // Without one the resources are inferred when a request needs them.
  if (options.state !== undefined && options.state !== false) loadState(stateful, options.state);
  return fake as unknown as Fake<Types, Handles, Events>;
}

function backendOf(context: FakeContext, { isClosed, untilClosed }: Closing): FakeBackend {
  const { baseUrl, clock, handlers, model } = context;
  const handleRequest = createRequestHandler(context);
  return {
    baseUrl,
    servers: serverAddresses(model),
    clock,
    handleRequest(request) {
      const outcome = handleRequest(request);
      return outcome instanceof Promise || isClosed() ? untilClosed(Promise.resolve(outcome)) : outcome;
    },
    untilClosed,
    arriving: createBodyReader(context),
    recordUnmatched: createUnmatchedRecorder(context),
    rethrowErrors: handlers.rethrow,
  };
}

function endTimers({ standStill, stores }: FakeContext): void {
  standStill.end();
  stores.end();
}

/** Throws the first error of handlers, or of webhooks that were sent by themselves. */
function rethrow({ handlers, webhooks }: FakeContext): void {
  handlers.rethrow();
  webhooks.rethrow();
}

/** The parts of a fake that only the console and its endpoints read. */
function internalsOf({ faults, limiter, clock, stores, journal, signal }: FakeContext): Internals {
  return {
    faults: {
      waiting: faults.waiting,
      remove(id) {
        const wasThere = faults.remove(id);
        signal.notify();
        return wasThere;
      },
    },
    windows: () => limiter?.all(clock.now()) ?? [],
    store: stores.store,
    watch(listener) {
      const ends = [signal.subscribe(listener), journal.calls.subscribe(listener), watchClock(clock, listener)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

function addFault({ faults, model, signal, stores }: FakeContext, fault: FaultOptions): () => void {
  if (typeof fault !== "object" || fault === null)
    throw new TypeError(`fake.fail: expected a fault like { status: 503 }, got ${shown(fault)}.`);
  const remove = faults.add(withOperationId(fault, model, stores));
  signal.notify();
  return () => {
    remove();
    signal.notify();
  };
}

/** A fault with the id of its operation, which tests may name otherwise. */
function withOperationId(fault: FaultOptions, { operations }: Model, stores: FakeContext["stores"]): FaultOptions {
  const { operation } = fault;
  if (operation === undefined) return fault;
  if (findOperation(operations, operation) === undefined && isDownload(operation, stores)) return fault;
  return { ...fault, operation: operationOf(operations, operation, "fake.fail: ").id };
}

function isDownload(name: string, { store }: FakeContext["stores"]): boolean {
  return store().resources.some(({ files }) => files.some(({ download }) => download === name));
}

const RESET_PARTS: readonly ResetPart[] = ["calls", "faults", "handlers", "stores", "windows"];

function reset(
  {
    journal,
    faults,
    handlers,
    stores,
    limiter,
    replay,
    standStill,
    lifecycles,
    idempotencyKeys,
    webhooks,
    signal,
  }: FakeContext,
  parts = RESET_PARTS,
): void {
  const unknown = parts.find((part) => !RESET_PARTS.includes(part));
  if (unknown !== undefined)
    throw new TypeError(`fake.reset: unknown part "${unknown}"; ${nameHelp(unknown, RESET_PARTS)}`);
  const clear = { calls: journal.clear, faults: faults.clear, handlers: handlers.clear, stores: stores.clear };
  for (const part of parts) if (part !== "windows") clear[part]();
  if (parts.includes("windows")) {
    limiter?.reset();
    standStill.end();
  }
  signal.notify();
  if (parts.includes("handlers")) replay?.rewind();
  if (parts.includes("calls")) webhooks.clear();
  if (!parts.includes("stores")) return;
  lifecycles.clear();
  idempotencyKeys.clear();
}

function assertFaultsUsed({ faults, journal, model }: FakeContext): void {
  const unused = faults.waiting().filter(({ isUnused }) => isUnused);
  if (unused.length === 0) return;
  const lines = unused.map(({ kind, operation }) => {
    if (operation === undefined) return `  ${kind}`;
    const found = findOperation(model.operations, operation);
    return `  ${kind} of ${found ? methodName(found) : operation}`;
  });
  const head = unused.length === 1 ? "A fault was not used:" : `${unused.length} faults were not used:`;
  throw new Error([head, ...lines, describeCalls(journal.calls)].join("\n"));
}

function assertNoUnmatched({ unmatched }: Journal): void {
  if (unmatched.length === 0) return;
  const count = unmatched.length === 1 ? "A request" : `${unmatched.length} requests`;
  throw new Error([`${count} matched no operation:`, ...unmatched.map((call) => call.unmatched)].join("\n"));
}
