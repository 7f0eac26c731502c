import type { Clock } from "../../clock/clock.ts";
import type { Target } from "../target.ts";
import { enterContext, leaveContext } from "./context.ts";
import { closeGate } from "./gate.ts";
import { isolate } from "./isolate.ts";
import { loadNock } from "./load-nock.ts";
import { claimOrigin, type Intercepting } from "./origins.ts";
import { refuseUnmatched } from "./refuse-unmatched.ts";

/** Ends an interception; `using` calls it at the end of the block, also when the test fails. */
export interface Interception {
  /** Ends it. */
  (): void;
  /** Ends it, for `using`. */
  [Symbol.dispose](): void;
}

/** What an interception does beside answering for the fake. */
export interface InterceptOptions {
  /** Refuses requests that nothing intercepts, to whichever host, as long as the interception lasts. @default false */
  readonly isolate?: boolean;
}

/**
 * Answers every request of this process to a fake's base address, whatever sends it: native fetch, undici, `node:http`.
 * Other hosts, and the test's own nock interceptors, are left alone. Where tests run at the same time with fakes of one
 * address, each request is answered by the fake of the test that it comes from.
 *
 * @throws Error where nock is missing, or cannot intercept in this process
 */
export function intercept(target: Target, clock: Clock, options: InterceptOptions = {}): Interception {
  const fake: Intercepting = { ...target, clock };
  const nock = loadNock();
  const ends: (() => void)[] = [closeGate(nock)];
  try {
    ends.push(claimOrigin(nock, fake));
    if (options.isolate) ends.push(isolate(fake));
    refuseUnmatched(nock);
  } catch (error) {
    for (const end of ends.reverse()) end();
    throw error;
  }
  enterContext(fake);
  const off = (): void => {
    for (const end of ends.splice(0).reverse()) end();
    leaveContext(fake);
    fake.finish();
  };
  return Object.assign(off, { [Symbol.dispose]: off });
}
