/**
 * `expect(fake).toHaveReceived()` for Jest: `setupFilesAfterEnv: ["@svc/testing/jest"]`, or an import in a test file. It is
 * registered with the global `expect`; where Jest runs with `injectGlobals: false`, call `expect.extend(matchers)`.
 *
 * @packageDocumentation
 */
import type { OperationTypes } from "./generated/operations.ts";
import type { ExpectedCall } from "./journal/received.ts";
import { matchers } from "./journal/received.ts";

// Jest is not imported, because it may not be resolvable from here. The package can still declare that it has no side
// effects: tests are not bundled.
(globalThis as { expect?: { extend?: (added: object) => void } }).expect?.extend?.(matchers);

export type { ExpectedCall, Received } from "./journal/received.ts";
export { type MatcherResult, matchers } from "./journal/received.ts";

/** Matchers that this module adds to `expect` of Jest. */
export interface SvcMatchers<R> {
  /** Passes if the fake received a call of this operation as expected; otherwise the message shows the nearest call. */
  toHaveReceived(operation: keyof OperationTypes | (string & {}), expected?: ExpectedCall): R;
}

// The type of `expect` in `@jest/globals`. Jest is no dependency of this package, so that the module may be missing.
// @ts-expect-error: there is no Jest here
declare module "expect" {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends SvcMatchers<R> {}
}

declare global {
  // biome-ignore lint/style/noNamespace: what the global `expect` of `@types/jest` has is in a namespace
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: the type parameters must be those of `@types/jest`
    interface Matchers<R, T = {}> extends SvcMatchers<R> {}
  }
}
