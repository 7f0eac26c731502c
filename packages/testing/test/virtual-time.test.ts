import { readFile } from "node:fs/promises";
import { afterEach, expect, test, vi } from "vitest";
import { createFakeSvc, type Fake, type OperationTypes, systemClock } from "./support/service.ts";

const AUTH = { headers: { authorization: "Bearer t" } };
afterEach(() => void vi.useRealTimers());

/** A client as simple as can be: sends what remains, waits on the fake's clock until the reset. */
async function runPaced(fake: Fake<OperationTypes>, send: typeof fetch, calls: number): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < calls) {
    const response = await send(`${fake.baseUrl}/health`, AUTH);
    await response.text();
    statuses.push(response.status);
    const resetMs = Number(response.headers.get("x-ratelimit-reset")) * 1000;
    if (response.headers.get("x-ratelimit-remaining") !== "0") continue;
    await new Promise<void>((resolve) => void fake.clock.setTimeout(resolve, resetMs - fake.clock.now()));
  }
  return statuses;
}

test.each(["fetch", "nock"] as const)(
  "ten windows of 60 seconds take no time over %s, without a refusal",
  async (way) => {
    const fake = createFakeSvc({ rateLimit: { limit: 5, window: { seconds: 60 } } });
    fake.clock.auto();
    const start = fake.clock.now();
    const off = way === "nock" ? fake.intercept() : () => {};
    const began = performance.now();
    const statuses = await runPaced(fake, way === "nock" ? fetch : (fake.fetch as typeof fetch), 50);
    expect(performance.now() - began).toBeLessThan(5000);
    off();
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(fake.clock.now() - start).toBe(600_000);
  },
);

test("a clock that moves by itself does not run ahead of a request under way", async () => {
  const fake = createFakeSvc();
  fake.clock.auto();
  let isTimedOut = false;
  const timeout = fake.clock.setTimeout(() => {
    isTimedOut = true;
  }, 30_000);
  for (let index = 0; index < 20; index++)
    await (await fake.fetch(`${fake.baseUrl}/sessions/s${index}/replay`, AUTH)).json();
  expect(isTimedOut).toBe(false);
  fake.clock.clearTimeout(timeout);
});

test.each(["fetch", "nock"] as const)("a timeout stands still through forty calls in a row over %s", async (way) => {
  await using fake = createFakeSvc();
  fake.clock.auto();
  const start = fake.clock.now();
  fake.clock.setTimeout(() => {}, 60_000);
  if (way === "nock") fake.intercept();
  const send = way === "nock" ? fetch : fake.fetch;
  for (let index = 0; index < 40; index++) await (await send(`${fake.baseUrl}/health`, AUTH)).text();
  expect(fake.clock.now()).toBe(start);
  fake.clock.auto(false);
});

test.each(["fetch", "nock"] as const)("a handler's real work is waited for, over %s", async (way) => {
  await using fake = createFakeSvc();
  fake.clock.auto();
  const start = fake.clock.now();
  fake.clock.setTimeout(() => {}, 60_000);
  fake.on("health_get", async () => {
    for (let index = 0; index < 5; index++) await readFile(import.meta.filename);
    return { status: fake.clock.now() };
  });
  if (way === "nock") fake.intercept();
  const send = way === "nock" ? fetch : fake.fetch;
  const answers = Array.from({ length: 3 }, async () => (await send(`${fake.baseUrl}/health`, AUTH)).json());
  expect(await Promise.all(answers)).toEqual(Array(3).fill({ status: start }));
  fake.clock.auto(false);
});

test("the body of a request over nock may take real time to be read, or the fake's", async () => {
  const ok = { description: "ok", content: { "application/json": { schema: { type: "object" } } } };
  const requestBody = { content: { "text/plain": { schema: { type: "string" } } } };
  const post = { operationId: "echo", requestBody, responses: { 200: ok } };
  const document = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths: { "/echo": { post } } };
  await using fake = createFakeSvc({ document });
  fake.intercept();
  fake.clock.auto();
  const start = fake.clock.now();
  fake.clock.setTimeout(() => {}, 60_000);
  const send = async (wait: () => Promise<unknown>): Promise<number> => {
    const body = new ReadableStream({
      async pull(controller) {
        await wait();
        controller.enqueue(new TextEncoder().encode("text"));
        controller.close();
      },
    });
    const init = { method: "POST", body, duplex: "half", headers: { "content-type": "text/plain" } };
    expect((await fetch(`${fake.baseUrl}/echo`, init as RequestInit)).status).toBe(200);
    return fake.clock.now() - start;
  };
  const readSlowly = async (): Promise<void> => {
    for (let index = 0; index < 10; index++) await readFile(import.meta.filename);
  };
  expect(await send(readSlowly)).toBe(0);
  expect(await send(() => new Promise<void>((resolve) => void fake.clock.setTimeout(resolve, 5000)))).toBe(5000);
  fake.clock.auto(false);
});

test("a handler that waits on the fake's clock takes no real time", async () => {
  const fake = createFakeSvc();
  fake.clock.auto();
  const start = fake.clock.now();
  fake.on("health_get", async () => {
    await new Promise<void>((resolve) => void fake.clock.setTimeout(resolve, 3_600_000));
    return { status: fake.clock.now() };
  });
  expect(await (await fake.fetch(`${fake.baseUrl}/health`, AUTH)).json()).toEqual({ status: start + 3_600_000 });
});

test("the test's own fake timers move a fake on the machine's clock", async () => {
  vi.useFakeTimers({ now: Date.UTC(2030, 0, 1) });
  const fake = createFakeSvc({ clock: systemClock, rateLimit: { limit: 1, window: { seconds: 60 } } });
  const status = async () => (await fake.fetch(`${fake.baseUrl}/health`, AUTH)).status;
  expect([await status(), await status()]).toEqual([200, 429]);
  vi.advanceTimersByTime(60_000);
  expect(await status()).toBe(200);
  vi.advanceTimersByTime(60_000);
  fake.fail({ latencyMs: 5000 });
  const slow = status();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await slow).toBe(200);
});

test("a virtual clock moves while the test's fake timers stand still", async () => {
  vi.useFakeTimers();
  const fake = createFakeSvc({ rateLimit: { limit: 1, window: { seconds: 60 } } });
  const status = async () => (await fake.fetch(`${fake.baseUrl}/health`, AUTH)).status;
  expect([await status(), await status()]).toEqual([200, 429]);
  await fake.clock.advance({ seconds: 60 });
  expect(await status()).toBe(200);
});
