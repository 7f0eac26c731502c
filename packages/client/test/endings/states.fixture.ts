import { createFakeSvc, type FaultOptions } from "@svc/testing";
import { createTest } from "@svc/testing/vitest";
import { afterEach, test as plain } from "vitest";
import { model } from "../generated/testing/model.ts";
import { createSvcClient } from "../support/service.ts";

// Run by endings.test.ts: every test here waits for a clock that nobody moves, and fails by its own time limit or passes.

const test = createTest(createSvcClient, { document: model, autoClock: false, rateLimit: { limit: 1 } });
const FAULTS: readonly Omit<FaultOptions, "operation">[] = [
  { latencyMs: 5000 },
  { timeout: true },
  { slowBodyMs: 5000 },
  { status: 503, times: 9 },
  { rateLimited: true },
];

for (const fault of FAULTS) {
  test(`awaited: ${JSON.stringify(fault)}`, async ({ fake, svc }) => {
    fake.fail(fault);
    await svc.health.get();
  });
  // They pass, on however busy a machine; only those that fail wait for their limit.
  test(`left alone: ${JSON.stringify(fault)}`, { timeout: 20_000 }, async ({ fake, svc }) => {
    fake.fail(fault);
    svc.health.get().catch(() => {});
    await new Promise(setImmediate);
  });
}

test("a client that waits for the rate limit", async ({ svc }) => {
  for (let count = 0; count < 3; count++) await svc.health.get();
});

test("a handler that never answers", async ({ fake, svc }) => {
  // Types are of the committed document, which may have no such operation.
  const { on } = fake as object as { on(name: string, handler: () => Promise<never>): void };
  on("health.get", () => new Promise<never>(() => {}));
  await svc.health.get();
});

test("a client that the test closes", async ({ fake, svc }) => {
  fake.fail({ timeout: true });
  svc.health.get().catch(() => {});
  await svc.close();
});

test("native fetch that is intercepted", async ({ fake }) => {
  using _off = fake.intercept();
  fake.fail({ timeout: true });
  await fetch(`${fake.baseUrl}/health`, { headers: { authorization: "Bearer t" } });
});

test("HTTP", async ({ fake }) => {
  const { url } = await fake.listen();
  fake.fail({ timeout: true });
  await fetch(`${url}/health`, { headers: { authorization: "Bearer t" } });
});

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

plain("a fake that the test closes, with a client of its own on the fake's clock", async () => {
  const fake = createFakeSvc({ document: model });
  fake.fail({ timeout: true });
  const { baseUrl, fetch, clock } = fake;
  const svc = createSvcClient({ baseUrl, fetch, clock, auth: "t" });
  // The client first: it waits for what only the fake ends.
  open.push(svc, fake);
  await svc.health.get();
});

plain("a fake that nobody closes", async () => {
  const fake = createFakeSvc({ document: model });
  fake.clock.auto(false);
  fake.fail({ latencyMs: 5000 });
  const { baseUrl, fetch, clock } = fake;
  await createSvcClient({ baseUrl, fetch, clock, auth: "t" }).health.get();
});
