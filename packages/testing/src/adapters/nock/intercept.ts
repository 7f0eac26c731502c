import { unknownName } from "@svc/model/data";
import type { FakeBackend } from "../backend.ts";
import { guardRequests, isolate, rejectUnmatched } from "./guard.ts";
import { loadNock } from "./nock-module.ts";
import { claimOrigins, enterContext, leaveContext } from "./origins.ts";

/** Ends an interception. `using` calls it at the end of the block, even if the test fails. */
export interface Interception {
  /** Ends the interception. */
  (): void;
  /** Ends the interception, for `using`. */
  [Symbol.dispose](): void;
}

/** Options of `fake.intercept()`. */
export interface InterceptOptions {
  /**
   * Hosts to which requests go out, such as `"api.example.com"` or `"*"`: any. Loopback is open. A request to another host fails,
   * unless the test has an interceptor of nock for it. @default []
   */
  readonly allow?: readonly string[];
  /** Whether loopback is closed, too. @default false */
  readonly isolate?: boolean;
}

/**
 * Answers every request of this process to a fake's base address, and to the servers of its document, whatever sends it: native fetch, undici, `node:http`.
 * Requests to other hosts fail, loopback aside; the test's own nock interceptors are left alone. If tests run at the same time with fakes of the same
 * address, each request is answered by the fake of the test that it comes from.
 *
 * @throws TypeError for an option that does not exist, and Error if nock is missing, or cannot intercept in this process
 */
export function intercept(fake: FakeBackend, options: InterceptOptions = {}): Interception {
  const unknown = unknownName(options, ["allow", "isolate"]);
  if (unknown !== undefined) throw new TypeError(`fake.intercept: ${unknown}`);
  const nock = loadNock();
  const undo: (() => void)[] = [guardRequests(nock)];
  try {
    undo.push(claimOrigins(nock, fake));
    undo.push(isolate(fake, options));
    rejectUnmatched(nock);
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
  enterContext(fake);
  const end = (): void => {
    for (const step of undo.splice(0).reverse()) step();
    leaveContext(fake);
    fake.rethrowErrors();
  };
  return Object.assign(end, { [Symbol.dispose]: end });
}
