import { getEventListeners } from "node:events";
import createFetchClient from "openapi-fetch";
import { expect, test } from "vitest";
import { createPolicyFetch } from "../src/index.ts";
import { json, rejection } from "./support/client.ts";
import { manualClock, settled } from "./support/manual-clock.ts";

const baseUrl = "https://api.example/v1";

test("a client of one's own gets credential, retries and time limits by its fetch", async () => {
  const clock = manualClock();
  const requests: Request[] = [];
  const answers = [json({}, { status: 503 }), json({ a: 1 })];
  const service = async (request: Request): Promise<Response> => {
    requests.push(request);
    return answers.shift() as Response;
  };
  const fetch = createPolicyFetch({
    baseUrl,
    auth: "secret-token",
    clock,
    fetch: service,
    random: () => 0.5,
    rateLimit: false,
  });
  const call = createFetchClient<Record<string, Record<string, never>>>({ baseUrl, fetch }).GET("/x" as never);
  await clock.advance(1000);
  expect(await call).toMatchObject({ data: { a: 1 } });
  expect(requests.map(({ url, headers }) => [url, headers.get("authorization")])).toEqual(
    Array(2).fill([`${baseUrl}/x`, "Bearer secret-token"]),
  );
  await fetch.close();
  expect(clock.pending).toBe(0);
});

test("without auth no credential is sent, and answers of any status are values", async () => {
  const fetch = createPolicyFetch({
    baseUrl,
    retry: false,
    fetch: async (request) => json([...request.headers.keys()], { status: 404 }),
  });
  const response = await fetch(`${baseUrl}/x`);
  expect([response.status, await response.json()]).toEqual([404, []]);
});

test("an address outside of baseUrl is refused", async () => {
  const fetch = createPolicyFetch({ baseUrl, auth: "secret-token", fetch: async () => json(1) });
  for (const url of ["https://evil.example/v1/x", "https://api.example/v2", "https://api.example/v1/../x"]) {
    expect((await rejection(fetch(url))).name).toBe("ConfigurationError");
  }
});

test("what cannot be requested is a rejection, and says nothing of a query", async () => {
  const fetch = createPolicyFetch({ baseUrl, fetch: async () => json(1) });
  const body = { method: "GET", body: "x" };
  for (const call of [() => fetch("/x?token=hidden"), () => fetch(`${baseUrl}/x?token=hidden`, body)]) {
    const error = await rejection(call());
    expect(error.name).toBe("ConfigurationError");
    expect(error.message).not.toContain("hidden");
  }
});

const CASES: readonly [string, (response: Response) => Promise<unknown>][] = [
  ["read", (response) => response.text()],
  ["cancelled", async (response) => response.body?.cancel()],
  [
    "cancelled midway",
    async (response) => {
      const reader = response.body?.getReader();
      await reader?.read();
      await reader?.cancel();
    },
  ],
];

test.each(CASES)("a signal is let go of when the body was %s", async (_, read) => {
  const fetch = createPolicyFetch({ baseUrl, fetch: async () => json({ a: 1 }) });
  const { signal } = new AbortController();
  for (const method of ["GET", "HEAD"]) {
    const response = await fetch(`${baseUrl}/x`, { method, signal });
    await read(response);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  }
});

test("a signal is let go of when there is no body, and when the body breaks, with the error", async () => {
  const broken = new TypeError("terminated");
  const body = new ReadableStream({
    pull: (controller) => controller.error(broken),
  });
  const answers = [new Response(null, { status: 204 }), new Response(body)];
  const fetch = createPolicyFetch({ baseUrl, fetch: async () => answers.shift() as Response });
  const { signal } = new AbortController();
  await fetch(`${baseUrl}/x`, { signal });
  expect(getEventListeners(signal, "abort")).toEqual([]);
  const response = await fetch(`${baseUrl}/x`, { signal });
  expect(await rejection(response.text())).toBe(broken);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a signal ends the body that is being read, and the answer knows its address and headers", async () => {
  const fetch = createPolicyFetch({
    baseUrl,
    fetch: async (request, init) => {
      const stream = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode("a"));
          init?.signal?.addEventListener("abort", () => controller.error(init.signal?.reason));
        },
      });
      return Object.defineProperty(new Response(stream, { headers: { "x-id": "7" } }), "url", { value: request.url });
    },
  });
  const controller = new AbortController();
  const response = await fetch(`${baseUrl}/x`, { signal: controller.signal });
  expect([response.url, response.headers.get("x-id"), response.bodyUsed]).toEqual([`${baseUrl}/x`, "7", false]);
  const reader = response.body?.getReader();
  expect(await reader?.read()).toMatchObject({ value: new TextEncoder().encode("a") });
  const next = rejection(reader?.read() as Promise<unknown>);
  controller.abort();
  expect((await next).name).toBe("AbortedError");
});

test("nothing of a body is read before it is asked for", async () => {
  let pulled = 0;
  const stream = new ReadableStream(
    { pull: (controller) => controller.enqueue(new Uint8Array([++pulled])) },
    { highWaterMark: 0 },
  );
  const fetch = createPolicyFetch({ baseUrl, fetch: async () => new Response(stream) });
  const response = await fetch(`${baseUrl}/x`, { signal: new AbortController().signal });
  await settled();
  expect(pulled).toBe(0);
  await response.body?.cancel();
});

test("the signal of a request ends it", async () => {
  const fetch = createPolicyFetch({ baseUrl, fetch: () => new Promise(() => {}) });
  const controller = new AbortController();
  const call = rejection(fetch(new Request(`${baseUrl}/x`, { signal: controller.signal })));
  controller.abort();
  expect((await call).name).toBe("AbortedError");
});

test("a policy fetch takes a priority, as a number or as fetch knows it", async () => {
  const clock = manualClock();
  const order: string[] = [];
  const service = async ({ url }: Request): Promise<Response> => {
    order.push(url.slice(-1));
    await settled();
    return json(1);
  };
  const fetch = createPolicyFetch({ baseUrl, clock, fetch: service, rateLimit: { initial: 1 } });
  const priorities = { a: 0, b: "low", c: 2, d: "high" } as const;
  await Promise.all(
    ["z", "b", "a", "d", "c"].map((name) => fetch(`${baseUrl}/${name}`, { priority: priorities[name as "a"] })),
  );
  expect(order.join("")).toBe("zcdab");
  await fetch.close();
});
