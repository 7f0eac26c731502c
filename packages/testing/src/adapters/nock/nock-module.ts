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
  // What was there before nock was activated, here or by being loaded, is not its own.
  const isOwn = nock.isActive() && sockets.connect === connect;
  if (!isBeside && !isOwn && isCopy(connect)) {
    nock.restore();
    throw secondCopy();
  }
  if (isBeside) {
    const reason = isRecording(nock) ? RECORDER : OTHER;
    // It may have been activated by being loaded.
    if (reason === OTHER) nock.restore();
    throw new Error(reason);
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
export function isIntercepted(): boolean {
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

interface SocketInterceptor {
  readonly readyState: string;
}

/** The class of all that intercepts for the nock of this module; undefined where its package has it no more. */
let own: (new () => SocketInterceptor) | undefined;

/** @throws Error if a copy of nock was activated after the one of this module */
function refuseSecondCopy(): void {
  const { __MSW_INTERCEPTORS_REGISTRY: all } = globalThis as {
    readonly __MSW_INTERCEPTORS_REGISTRY?: ReadonlyMap<symbol, SocketInterceptor>;
  };
  const last = all?.get(Symbol.for("socket-interceptor"));
  if (own !== undefined && last?.readyState === "ACTIVE" && !(last instanceof own)) throw secondCopy();
}

/** Whether a function that connects sockets is that of the package below nock. */
function isCopy(connect: unknown): boolean {
  return String(connect).includes("__MSW_INTERNAL_CONNECTION_CONTEXT");
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

function interceptorClass(): typeof own {
  try {
    return builtin("node:module").createRequire(requireHere().resolve("nock"))("@mswjs/interceptors").Interceptor;
  } catch {
    return undefined;
  }
}

function requireNock(): Nock {
  try {
    const loaded = requireHere()("nock") as Nock & { readonly default?: Nock };
    own ??= interceptorClass();
    return loaded.default ?? loaded;
  } catch (error) {
    throw new Error(explain(error), { cause: error });
  }
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

interface Resolvers {
  readonly promise: Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** Adds `Promise.withResolvers` (ES2024) to Node.js 20, where nock needs it from the first request on. */
export function ensureWithResolvers(): void {
  if ("withResolvers" in Promise) return;
  const value = function withResolvers(this: PromiseConstructor): Resolvers {
    let resolve: Resolvers["resolve"] = () => {};
    let reject: Resolvers["reject"] = () => {};
    const promise = new this((onResolve, onReject) => {
      resolve = onResolve;
      reject = onReject;
    });
    return { promise, resolve, reject };
  };
  Object.defineProperty(Promise, "withResolvers", { value, writable: true, configurable: true });
}
