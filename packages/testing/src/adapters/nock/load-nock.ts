import type nockModule from "nock";
import { builtin } from "./builtin.ts";
import { ensureWithResolvers } from "./with-resolvers.ts";

/** nock, as far as the adapter uses it. */
export type Nock = typeof nockModule;

/** Whether nock was loaded and off before the present interceptions. */
let isSwitchedOn = false;

/**
 * Loads nock, the peer, in the moment in which it is needed, and makes sure that it can intercept.
 *
 * @throws Error that says what is missing or in the way
 */
export function loadNock(): Nock {
  if (globalThis.process?.env["NOCK_OFF"] === "true") {
    throw new Error("fake.intercept(): NOCK_OFF=true keeps nock from intercepting; unset it, or use fake.fetch.");
  }
  ensureWithResolvers();
  const nock = requireNock();
  // Came with nock 15, and is what its reply functions with one argument need.
  if (!("getGetRequestBody" in nock)) {
    throw new Error("fake.intercept() needs nock 15; the nock that is installed is older.");
  }
  if (nock.isActive()) return nock;
  try {
    nock.activate();
    isSwitchedOn = true;
  } catch (error) {
    throw new Error(explain(error), { cause: error });
  }
  return nock;
}

/**
 * Switches nock off again where it was off before. Where it was loaded only for the fake, it stays on, as it is whenever it
 * was loaded: a test that imports it later relies on that.
 */
export function leaveNock(nock: Nock): void {
  if (isSwitchedOn) nock.restore();
  isSwitchedOn = false;
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
    return "fake.intercept() needs Node.js 20.19, 22.12 or newer to load nock 15; use fake.fetch or fake.listen().";
  }
  if (/already replaced|already been patched/i.test(message)) {
    return "fake.intercept() cannot work beside another interceptor of this process, such as msw 3: stop it first, or use fake.fetch.";
  }
  return `fake.intercept(): nock could not be started: ${message}`;
}
