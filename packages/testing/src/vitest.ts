/**
 * A `test` function of Vitest whose tests get a fake and a client each, and matchers. Vitest is an optional peer dependency.
 *
 * @packageDocumentation
 */
import { nameHelp } from "@svc/model/data";
import { expect, type TestAPI, type TestContext, test } from "vitest";
import type { ClientOptions } from "./fake/client.ts";
import type { Fake } from "./fake/fake.ts";
import type { Resources } from "./generated/handles.ts";
import type { OperationTypes, WebhookTypes } from "./generated/operations.ts";
import { createFakeSvc, type FakeSvcOptions } from "./index.ts";
import { describeCalls } from "./journal/journal.ts";
import type { ExpectedCall } from "./journal/received.ts";
import { matchers } from "./journal/received.ts";

/** Options of {@link createTest}: those of the fake of each test, and the following. */
export interface CreateTestOptions<AnyFake> extends FakeSvcOptions {
  /** Creates the fake: the `createFakeSvc` of a generated tree. @default createFakeSvc with the other options */
  readonly createFake?: () => AnyFake;
  /** Credential of the client. @default one that the fake accepts */
  readonly auth?: string;
  /**
   * Whether the clock of the fake advances by itself while the process is idle, so that waits of the client end at once.
   * @default true
   */
  readonly autoClock?: boolean;
  /** Whether a test fails if it leaves resources open that its requests started (`x-svc-lifecycle`). @default false */
  readonly nothingLeftOpen?: boolean;
}

const NAMES = ["createFake", "auth", "autoClock", "nothingLeftOpen"];

/** Names an option that is misspelt: the fake, to which the others go, knows none of these. */
function checkNames(others: object): void {
  for (const name of Object.keys(others)) {
    const help = nameHelp(name, NAMES);
    if (help.startsWith("did")) throw new TypeError(`createTest: unknown option ${JSON.stringify(name)}; ${help}`);
  }
}

/** Fixtures of a test. */
export interface SvcFixtures<Svc, AnyFake> {
  /** The fake of this test. */
  readonly fake: AnyFake;
  /** The client of this test, which calls the fake. */
  readonly svc: Svc;
}

/** A fake of any document. */
// biome-ignore lint/suspicious/noExplicitAny: `on` takes operation ids, so a fake is not assignable to `Fake<never>`
type TestFake = Fake<any, unknown, any>;

/**
 * Creates a `test` function of Vitest whose tests each get a fake and a client. Both are closed after the test. A
 * request that matches no operation fails the test, and so does a fault that no request used. If a test fails, the
 * journal is printed.
 *
 * @param createSvc creates the client: `(options) => createSvcClient(options)`
 */
export function createTest<Svc, AnyFake extends TestFake = Fake<OperationTypes, Resources, WebhookTypes>>(
  createSvc: (options: ClientOptions) => Svc,
  options: CreateTestOptions<AnyFake> = {},
): TestAPI<SvcFixtures<Svc, AnyFake>> {
  const { createFake, auth, autoClock = true, nothingLeftOpen = false, ...fakeOptions } = options;
  checkNames(fakeOptions);
  expect.extend(matchers);
  const fixtures = {
    fake: async ({ onTestFailed, task }: TestContext, use: Use<AnyFake>): Promise<void> => {
      const fake = createFake?.() ?? (createFakeSvc(fakeOptions) as TestFake as AnyFake);
      if ("auto" in fake.clock) fake.clock.auto(autoClock);
      onTestFailed(() => print(describeCalls(fake.calls)));
      await use(fake);
      await fake.close();
      fake.assertNoUnmatched();
      // A test that has failed may not have come so far.
      if (task.result?.state !== "fail") fake.assertFaultsUsed();
      if (nothingLeftOpen) fake.assertNothingLeftOpen();
    },
    svc: async ({ fake }: Pick<SvcFixtures<Svc, AnyFake>, "fake">, use: Use<Svc>): Promise<void> => {
      const svc: Svc = auth === undefined ? fake.client(createSvc) : fake.client(createSvc, { auth } as ClientOptions);
      if ("auto" in fake.clock) fake.clock.auto(autoClock);
      // It is closed with the fake, which ends what it waits for.
      await use(svc);
    },
  };
  return test.extend(fixtures as never) as unknown as TestAPI<SvcFixtures<Svc, AnyFake>>;
}

type Use<Value> = (value: Value) => Promise<void>;

function print(text: string): void {
  // biome-ignore lint/suspicious/noConsole: the runner shows it with the test that failed
  console.error(text);
}

export type { ClientOptions } from "./fake/client.ts";
export type { ExpectedCall } from "./journal/received.ts";
export { assertReceived, type MatcherResult, matchers } from "./journal/received.ts";

// Chai's interface, because it is the one that `expect` of Vitest 3, 4 and 5 all have: the parameters of `Matchers` of Vitest
// differ, and a declaration of one major is an error with another.
declare global {
  // biome-ignore lint/style/noNamespace: the declarations of Chai are in a namespace
  namespace Chai {
    interface Assertion {
      /** Passes if the fake received a call of this operation as expected; else the message shows the nearest call. */
      toHaveReceived(operation: keyof OperationTypes | (string & {}), expected?: ExpectedCall): void;
    }
  }
}
