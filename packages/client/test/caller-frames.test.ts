import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { createPolicyFetch } from "../src/index.ts";
import { type Answer, json, rejection, type Setup, setup } from "./support/client.ts";
import { settled } from "./support/manual-clock.ts";

const refused = new TypeError("fetch failed", { cause: Object.assign(new Error("no"), { code: "ECONNREFUSED" }) });
const never: Answer = () => new Promise(() => {});
const full = { "x-ratelimit-limit": "1", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1800000100" };

/** Each kind of failure: the answers of the service, what makes the call fail meanwhile, and the options of the client. */
const KINDS: { readonly [name: string]: readonly [Answer[], (setup: Setup) => unknown, object?] } = {
  NotFoundError: [[json({}, { status: 404 })], () => {}],
  ServerError: [[json({}, { status: 500 })], () => {}],
  ConnectionError: [[refused], () => {}],
  TimeoutError: [[never], ({ clock }) => clock.advance(70), { timeoutMs: 50 }],
  AbortedError: [[json(null, { headers: full })], ({ svc }) => svc.close()],
  RateLimitError: [[json(null, { headers: full })], ({ clock }) => clock.advance(70), { rateLimit: { maxWaitMs: 50 } }],
  ConfigurationError: [[json({})], () => {}, { auth: async () => null as never }],
};

describe.each(Object.entries(KINDS))("the stack of a %s", (name, [answers, fail, options]) => {
  const fails = async (call: (svc: Setup["svc"]) => Promise<unknown>): Promise<Error> => {
    const made = setup(answers, { retry: false, ...options });
    const isSecond = name === "AbortedError" || name === "RateLimitError";
    if (isSecond) await made.svc.health.get();
    const failed = rejection(call(made.svc));
    await settled();
    await fail(made);
    return failed;
  };

  test("has the function that made the call, and the functions that wait for it", async () => {
    async function callOfTheProgram(svc: Setup["svc"]): Promise<void> {
      await svc.health.get();
    }
    async function partOfTheProgram(svc: Setup["svc"]): Promise<void> {
      await callOfTheProgram(svc);
    }
    const { name: actual, stack } = await fails(partOfTheProgram);
    expect(actual).toBe(name);
    expect(stack).toMatch(/callOfTheProgram .*caller-frames\.test\.ts.*\n.*partOfTheProgram /);
    expect(stack?.match(/callOfTheProgram/g)).toHaveLength(1);
  });

  test.each<[string, (svc: Setup["svc"]) => Promise<unknown>]>([
    ["withResponse()", (svc) => svc.health.get().withResponse()],
    ["raw", (svc) => svc.raw.GET("/health" as never)],
    ["Promise.all", (svc) => Promise.all([svc.health.get()])],
  ])("has it under %s", async (way, call) => {
    async function callOfTheProgram(svc: Setup["svc"]): Promise<void> {
      const result = (await call(svc)) as { error?: unknown };
      // Under `raw` an answer is a value.
      if (way === "raw" && result.error) throw new Error("an answer");
    }
    expect((await fails(callOfTheProgram)).stack).toContain("callOfTheProgram");
  });
});

test("the runtime's own fetch leaves the stack of a call that was aborted as it is", async () => {
  const abort = new AbortController();
  const server = createServer(() => abort.abort());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { svc } = setup([], {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fetch: globalThis.fetch,
  });
  async function callOfTheProgram(): Promise<void> {
    await svc.health.get({ signal: abort.signal });
  }
  const { name, stack } = await rejection(callOfTheProgram());
  server.closeAllConnections();
  server.close();
  expect([name, stack]).toEqual(["AbortedError", expect.stringContaining("callOfTheProgram")]);
});

test("a policy fetch has the caller in its stacks, too", async () => {
  const fetch = createPolicyFetch({
    baseUrl: "https://api.example",
    fetch: () => Promise.reject(refused),
    retry: false,
  });
  async function callOfTheProgram(): Promise<void> {
    await fetch("https://api.example/a");
  }
  expect((await rejection(callOfTheProgram())).stack).toContain("callOfTheProgram");
});

test("an error that several calls share has the frames of its call only", async () => {
  const { svc, clock } = setup([refused], { retry: { limit: 1, baseMs: 10 } });
  async function oneOfMany(): Promise<void> {
    await svc.health.get();
  }
  const failed = Promise.all(Array.from({ length: 20 }, () => rejection(oneOfMany())));
  await clock.advance(60_000);
  const errors = await failed;
  expect(new Set(errors).size).toBe(20);
  for (const { stack } of errors) expect(stack?.match(/at oneOfMany/g)).toHaveLength(1);
});
