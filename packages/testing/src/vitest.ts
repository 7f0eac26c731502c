/**
 * A `test` of vitest whose tests get a fake and a client of their own, and matchers. vitest is an optional peer.
 *
 * @packageDocumentation
 */
import { expect, type TestAPI, type TestContext, test } from "vitest";
import type { Clock } from "./clock/clock.ts";
import type { Fake } from "./fake/fake.ts";
import type { OperationTypes } from "./generated/operations.ts";
import { createFakeSvc, type FakeSvcOptions } from "./index.ts";
import type { ExpectedCall } from "./journal/expected-call.ts";
import { describeCalls } from "./journal/journal.ts";
import { matchers } from "./journal/received.ts";

/** What a client needs to call the fake of a test; the options of `createSvcClient` have the same names. */
export interface ClientOptions {
  /** The fake's base address. */
  readonly baseUrl: string;
  /** A credential that the fake accepts. */
  readonly auth: string;
  /** The fake as a `fetch`. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** The fake's clock: what the client waits for takes no real time. */
  readonly clock: Clock;
}

/** How {@link createTest} sets up the fake of each test. */
export interface CreateTestOptions<AnyFake> extends FakeSvcOptions {
  /** Makes the fake, for a generated tree's own `createFakeSvc`. @default createFakeSvc with the other options */
  readonly createFake?: () => AnyFake;
  /** The credential that the client gets. @default "test-token" */
  readonly auth?: string;
  /**
   * Whether the fake's clock moves by itself while only timers are waited for, so that a client's waits end at once.
   * @default true
   */
  readonly autoClock?: boolean;
}

/** What a test gets. */
export interface SvcFixtures<Svc, AnyFake> {
  /** A fake of its own. */
  readonly fake: AnyFake;
  /** The client, made for this fake. */
  readonly svc: Svc;
}

/** What {@link createTest} needs of a fake; the fake of any document has it. */
// biome-ignore lint/suspicious/noExplicitAny: a fake of other operations is none of `Fake<never>`, for `on` takes their ids
type TestFake = Fake<any>;

/**
 * A `test` function of vitest whose tests get a fake and a client of their own. After a test both are closed; a request
 * that no operation matched fails it; the journal is printed where a test fails.
 *
 * @param createSvc makes the client, so that this package depends on none: `(options) => createSvcClient(options)`
 */
export function createTest<Svc, AnyFake extends TestFake = Fake<OperationTypes>>(
  createSvc: (options: ClientOptions) => Svc,
  options: CreateTestOptions<AnyFake> = {},
): TestAPI<SvcFixtures<Svc, AnyFake>> {
  const { createFake, auth = "test-token", autoClock = true, ...fakeOptions } = options;
  expect.extend(matchers);
  const fixtures = {
    fake: async ({ onTestFailed }: TestContext, use: Use<AnyFake>): Promise<void> => {
      const fake = createFake?.() ?? (createFakeSvc(fakeOptions) as TestFake as AnyFake);
      if ("auto" in fake.clock) fake.clock.auto(autoClock);
      onTestFailed(() => print(describeCalls(fake.calls)));
      await use(fake);
      await fake.close();
      fake.assertNoUnmatched();
    },
    svc: async ({ fake }: Pick<SvcFixtures<Svc, AnyFake>, "fake">, use: Use<Svc>): Promise<void> => {
      const svc = createSvc({ baseUrl: fake.baseUrl, auth, fetch: fake.fetch, clock: fake.clock });
      await use(svc);
      await (svc as { close?: () => unknown } | undefined)?.close?.();
    },
  };
  return test.extend(fixtures as never) as unknown as TestAPI<SvcFixtures<Svc, AnyFake>>;
}

type Use<Value> = (value: Value) => Promise<void>;

function print(text: string): void {
  // biome-ignore lint/suspicious/noConsole: the runner shows it with the test that failed
  console.error(text);
}

export type { ExpectedCall } from "./journal/expected-call.ts";
export { assertReceived, type MatcherResult, matchers } from "./journal/received.ts";

declare module "vitest" {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Passes where the fake received a call of this operation as expected; explains the nearest one where not. */
    toHaveReceived(operation: keyof OperationTypes | (string & {}), expected?: ExpectedCall): R;
  }
}
