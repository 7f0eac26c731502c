import type nockModule from "nock";
import { builtin, runtimeName } from "../../builtin.ts";

/** The module nock. */
export type Nock = typeof nockModule;

/** Whether an interception has activated nock. */
let wasActivated = false;

/**
 * Loads nock, an optional peer dependency, and activates it.
 *
 * @throws Error if nock is missing, older than 15, or cannot intercept in this process
 */
export function loadNock(): Nock {
  if (globalThis.process?.env["NOCK_OFF"] === "true") {
    throw new Error("fake.intercept(): NOCK_OFF=true keeps nock from intercepting; unset it, or use fake.fetch.");
  }
  ensureWithResolvers();
  const nock = requireNock();
  // New in nock 15, like reply functions with one argument.
  if (!("getGetRequestBody" in nock)) {
    throw new Error("fake.intercept() needs nock 15; the nock that is installed is older.");
  }
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

function requireNock(): Nock {
  try {
    const loaded = builtin("node:module").createRequire(import.meta.url)("nock") as Nock & { readonly default?: Nock };
    return loaded.default ?? loaded;
  } catch (error) {
    throw new Error(explain(error), { cause: error });
  }
}

function explain(error: unknown): string {
  const { code, message } = error as Error & { readonly code?: string };
  if (code === "MODULE_NOT_FOUND" || code === "ERR_MODULE_NOT_FOUND") {
    return "fake.intercept() needs nock: install nock 15, or give the code under test fake.fetch.";
  }
  if (code === "ERR_REQUIRE_ESM") {
    return `fake.intercept(): require of this process (${runtimeName()}) loads no ES modules, which nock 15 needs: use Node.js 20.19, 22.12 or newer without --no-experimental-require-module, or fake.fetch, or fake.listen().`;
  }
  if (/already replaced|already been patched/i.test(message)) {
    return "fake.intercept() cannot work beside another interceptor of this process, such as msw 3 or nock.recorder: stop it first (server.close(), nock.restore()), or use fake.fetch.";
  }
  return `fake.intercept(): nock could not be started: ${message}`;
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
