import { afterAll, describe, expect, expectTypeOf } from "vitest";
import type { Fake, OperationTypes, Resources, WebhookTypes } from "../src/index.ts";
import { type ClientOptions, createTest } from "../src/vitest.ts";
import { model } from "./generated/testing/model.ts";

const closed: string[] = [];

/** Stands for a client: this package must know none. */
function createClient({ baseUrl, auth, fetch, clock }: ClientOptions) {
  return {
    health: () => fetch(`${baseUrl}/health`, { headers: { authorization: `Bearer ${auth}` } }),
    wait: (ms: number) => new Promise<void>((resolve) => void clock.setTimeout(resolve, ms)),
    close: () => void closed.push(baseUrl),
  };
}

const test = createTest(createClient, { document: model, rateLimit: { limit: 1 } });

describe("tests of createTest", () => {
  test("get a fake and a client of their own", async ({ fake, svc }) => {
    expectTypeOf(fake).toEqualTypeOf<Fake<OperationTypes, Resources, WebhookTypes>>();
    expect((await svc.health()).status).toBe(200);
    expect(fake).toHaveReceived("health_get", { status: 200, times: 1 });
    expect(fake).not.toHaveReceived("sessions_replay_get");
  });

  test("see nothing of each other, and need not move the clock", async ({ fake, svc }) => {
    expect(fake.calls).toHaveLength(0);
    expect((await svc.health()).status).toBe(200);
    expect((await svc.health()).status).toBe(429);
    await svc.wait(60_000);
    expect((await svc.health()).status).toBe(200);
  });

  test("are told the nearest call", async ({ fake, svc }) => {
    await svc.health();
    expect(() => expect(fake).toHaveReceived("health_get", { status: 500 })).toThrow("status: expected 500, got 200");
  });
});

afterAll(() => {
  if (closed.length < 3) throw new Error("a client was not closed");
});

const waiting = createTest(
  ({ baseUrl, fetch, auth }: ClientOptions) => {
    const pending: Promise<unknown>[] = [];
    return {
      health: () => pending.push(fetch(`${baseUrl}/health`, { headers: { authorization: `Bearer ${auth}` } })),
      close: () => Promise.allSettled(pending),
    };
  },
  { document: model, autoClock: false },
);

waiting("a test that leaves requests waiting for a clock that stands still ends all the same", ({ fake, svc }) => {
  fake.fail({ timeout: true });
  svc.health();
  fake.fail({ latencyMs: 5000 });
  svc.health();
});
