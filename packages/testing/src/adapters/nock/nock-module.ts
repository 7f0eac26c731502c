import type nockModule from "nock";
import { builtin, runtimeName } from "../../builtin.ts";

/** The module nock. */
export type Nock = typeof nockModule;

/** Whether an interception has activated nock. */
let wasActivated = false;

/**
 * Loads nock, an optional peer dependency, and activates it.
 *
 * @throws Error if nock is missing, older than 15, loaded twice, or cannot intercept in this process
 */
export function loadNock(): Nock {
  if (globalThis.process?.env["NOCK_OFF"] === "true") {
    throw new Error("fake.intercept(): NOCK_OFF=true prevents interception; unset it, or use fake.fetch.");
  }
  ensureWithResolvers();
  const isBeside = isIntercepted();
  const sockets = builtin("node:net").Socket.prototype;
  const { connect } = sockets;
  const nock = requireNock();
  if (isBeside && isRecording(nock)) throw new Error(RECORDER);
  // What was there before nock was activated, here or by being loaded, is not its own.
  const isOwn = nock.isActive() && sockets.connect === connect;
  // A function of the package below nock.
  const isCopy = !isOwn && String(connect).includes("__MSW_INTERNAL_CONNECTION_CONTEXT");
  if (isBeside || isCopy) {
    // It may have been activated by being loaded.
    nock.restore();
    throw isBeside ? new Error(OTHER) : secondCopy();
  }
  // New in nock 15, like reply functions with one argument.
  if (!("getGetRequestBody" in nock)) {
    throw new Error("fake.intercept() requires nock 15; the installed nock is older.");
  }
  refuseSecondCopy();
  if (nock.isActive()) return nock;
  try {
    nock.activate();
    wasActivated = true;
  } catch (error) {
    throw new Error(explain(error), { cause: error });
  }
  return nock;
}

/**
 * Deactivates nock if an interception has activated it. If it was loaded for the fake alone, it stays active, as it is
 * whenever it is loaded: a test that imports it later relies on that. Not under Jest, where this nock is that of the process
 * and tests import another one: the next file's would wrap this one's patches, until the memory is used up.
 */
export function leaveNock(nock: Nock): void {
  if (wasActivated || globalThis.process?.env["JEST_WORKER_ID"] !== undefined) nock.restore();
  wasActivated = false;
}

const OTHER =
  "fake.intercept() cannot run with another interceptor in this process, such as msw 3: stop it first (server.close()), or use fake.fetch.";
const RECORDER =
  "fake.intercept() cannot work while nock records: stop nock.recorder first (nock.restore()), or use fake.fetch.";

/** Whether msw 3 or nock's recorder intercepts requests of this process. nock itself leaves `http.request` as it is. */
function isIntercepted(): boolean {
  return builtin("node:http").request.name === "mockHttpRequest";
}

/** @throws Error where another interceptor or nock is active since an interception began: requests would go in circles */
export function refuseOther(): void {
  if (isIntercepted()) throw new Error(OTHER);
  refuseSecondCopy();
}

function secondCopy(): Error {
  const where = requireHere().resolve("nock");
  return new Error(
    `fake.intercept(): beside ${where}, a second copy of nock intercepts, and requests would loop between the two: install one unbundled version (npm ls nock), disable the other (nock.restore()), or use fake.fetch.`,
  );
}

/** The class of all that intercepts for the nock of this module; undefined where its package has it no more. */
let own: (new () => unknown) | undefined;

/** @throws Error if a copy of nock was activated after the one of this module */
function refuseSecondCopy(): void {
  const { __MSW_INTERCEPTORS_REGISTRY: all } = globalThis as {
    readonly __MSW_INTERCEPTORS_REGISTRY?: ReadonlyMap<symbol, { readonly readyState: string }>;
  };
  const last = all?.get(Symbol.for("socket-interceptor"));
  if (own !== undefined && last?.readyState === "ACTIVE" && !(last instanceof own)) throw secondCopy();
}

/** Whether nock's recorder is on: only then it cannot be started. */
function isRecording({ recorder, restore }: Nock): boolean {
  try {
    recorder.rec({ dont_print: true });
  } catch (error) {
    return /already in progress/i.test((error as Error).message);
  }
  restore();
  return false;
}

function requireHere(): NodeJS.Require {
  return builtin("node:module").createRequire(import.meta.url);
}

function requireNock(): Nock {
  let loaded: Nock & { readonly default?: Nock };
  try {
    loaded = requireHere()("nock");
  } catch (error) {
    throw new Error(explain(error), { cause: error });
  }
  try {
    own ??= builtin("node:module").createRequire(requireHere().resolve("nock"))("@mswjs/interceptors").Interceptor;
  } catch {
    // A second copy is not found then.
  }
  return loaded.default ?? loaded;
}

function explain(error: unknown): string {
  const { code, message } = error as Error & { readonly code?: string };
  if (code === "MODULE_NOT_FOUND" || code === "ERR_MODULE_NOT_FOUND") {
    return "fake.intercept() requires nock: install nock 15, or pass fake.fetch to the code under test.";
  }
  if (code === "ERR_REQUIRE_ESM") {
    const runtime = runtimeName();
    // What Jest loads goes through a require of its own, whatever that of Node.js can do.
    const newer = runtime.endsWith("Jest")
      ? ""
      : "Node.js 20.19, 22.12 or newer without --no-experimental-require-module, or ";
    return `fake.intercept(): require of this process (${runtime}) cannot load ES modules, as nock 15 requires: use ${newer}fake.fetch, or fake.listen().`;
  }
  if (/already replaced|already been patched/i.test(message)) return OTHER;
  return `fake.intercept(): nock failed to start: ${message}`;
}

/** Adds `Promise.withResolvers` (ES2024) to Node.js 20, where nock needs it from the first request on. */
function ensureWithResolvers(): void {
  if ("withResolvers" in Promise) return;
  const value = function withResolvers(this: PromiseConstructor): object {
    let settle = {};
    const promise = new this((resolve, reject) => {
      settle = { resolve, reject };
    });
    return { promise, ...settle };
  };
  Object.defineProperty(Promise, "withResolvers", { value, writable: true, configurable: true });
}
