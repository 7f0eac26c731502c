import { gzipSync } from "node:zlib";
import { documentOf } from "@svc/model/test-support/small-document";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitTurns } from "../src/clock/fake-timers.ts";
import { createFakeSvc, type FakeServer } from "./support/service.ts";

const bytes = { type: "string", format: "binary" };
const TYPES = {
  png: { "image/png": { schema: bytes } },
  image: { "image/*": { schema: bytes } },
  any: { "*/*": {} },
  several: { "image/png": {}, "image/gif": {}, "application/json": {} },
  form: { "application/x-www-form-urlencoded": { schema: { type: "object" } } },
  lines: { "application/x-ndjson": { schema: { type: "object" } } },
  text: { "text/*": { schema: { type: "string" } } },
  problem: { "application/xml": {}, "application/problem+json": {} },
  events: { "text/event-stream": { schema: { type: "string" } } },
};
const operation = (id: string, content: object) => ({
  get: { operationId: id, responses: { 200: { description: "", content } } },
});
const document = documentOf({
  paths: Object.fromEntries(Object.entries(TYPES).map(([id, content]) => [`/${id}`, operation(id, content)])),
});

const fake = createFakeSvc({ document, rateLimit: false });
let server: FakeServer;
beforeAll(async () => {
  server = await fake.listen();
});
afterAll(() => fake.close());

const on = (id: string, answer: () => unknown) => fake.on(id as never, answer as never);
const UTF8 = new TextEncoder();

test.each<[string, () => unknown, string, string]>([
  ["png", () => new Uint8Array([65, 66]), "image/png", "AB"],
  ["png", () => UTF8.encode("AB").buffer, "image/png", "AB"],
  ["png", () => new DataView(UTF8.encode("xAB").buffer, 1), "image/png", "AB"],
  ["png", () => new Blob(["AB"], { type: "image/gif" }), "image/png", "AB"],
  ["png", () => new Blob(["AB"]).stream(), "image/png", "AB"],
  ["image", () => new Blob(["AB"], { type: "image/gif" }), "image/gif", "AB"],
  ["image", () => new Blob(["AB"]), "image/png", "AB"],
  ["any", () => new Uint8Array([65]), "application/octet-stream", "A"],
  ["any", () => "text", "application/json", '"text"'],
  ["several", () => new Blob(["AB"], { type: "image/gif" }), "image/gif", "AB"],
  ["several", () => ({ a: 1 }), "application/json", '{"a":1}'],
  ["form", () => ({ a: "x y", b: [1, 2] }), "application/x-www-form-urlencoded", "a=x+y&b=1&b=2"],
  ["form", () => new URLSearchParams({ a: "1" }), "application/x-www-form-urlencoded;charset=UTF-8", "a=1"],
  ["lines", () => [{ a: 1 }, { a: 2 }], "application/x-ndjson", '{"a":1}\n{"a":2}\n'],
  ["lines", () => '{"a":1}\n', "application/x-ndjson", '{"a":1}\n'],
  ["text", () => "words", "text/plain; charset=utf-8", "words"],
  ["problem", () => ({ title: "t" }), "application/problem+json", '{"title":"t"}'],
])("%s: what a handler answers is sent as the document says", async (id, answer, type, text) => {
  using _off = { [Symbol.dispose]: on(id, answer) };
  for (const response of [await fake.fetch(`${fake.baseUrl}/${id}`), await fetch(`${server.url}/${id}`)]) {
    expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([200, type, text]);
  }
});

const WAYS = [
  ["fetch", () => fake.fetch(`${fake.baseUrl}/events`)],
  ["HTTP", () => fetch(`${server.url}/events`)],
] as const;

describe.each(WAYS)("over %s", (name, send) => {
  test("a stream is passed on piece by piece", async () => {
    let controller: ReadableStreamDefaultController | undefined;
    const stream = new ReadableStream({
      start(given) {
        controller = given;
        given.enqueue(UTF8.encode("data: 1\n\n"));
      },
    });
    using _off = { [Symbol.dispose]: on("events", () => new Response(stream, { headers: { "x-own": "1" } })) };
    const response = await send();
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(response.headers.get("x-own")).toBe("1");
    expect(await reader?.read()).toEqual({ done: false, value: "data: 1\n\n" });
    controller?.enqueue(UTF8.encode("data: 2\n\n"));
    expect(await reader?.read()).toEqual({ done: false, value: "data: 2\n\n" });
    controller?.close();
    expect(await reader?.read()).toEqual({ done: true, value: undefined });
    expect(fake.calls.at(-1)?.responseBody).toBe("data: 1\n\n");
  });

  test("a stream is cancelled, once, when its reader cancels", async () => {
    let cancellations = 0;
    let resolveCancelled = (): void => {};
    const cancelled = new Promise<void>((resolve) => {
      resolveCancelled = resolve;
    });
    const stream = new ReadableStream({
      cancel() {
        cancellations += 1;
        resolveCancelled();
      },
    });
    using _off = { [Symbol.dispose]: on("events", () => new Response(stream)) };
    const response = await send();
    expect(cancellations).toBe(0);
    await response.body?.cancel();
    await cancelled;
    await waitTurns(20);
    expect(cancellations).toBe(1);
  });

  test("a stream that breaks off breaks off, and says why at the end", async () => {
    const own = createFakeSvc({ document });
    const bug = new Error("a bug in the test");
    const stream = new ReadableStream({
      async pull(controller) {
        await waitTurns(20);
        controller.error(bug);
      },
    });
    own.on("events" as never, (() => new Response(stream)) as never);
    const base = name === "HTTP" ? (await own.listen()).url : own.baseUrl;
    const response = await (name === "HTTP" ? fetch : own.fetch)(`${base}/events`);
    await expect(response.text()).rejects.toThrow();
    await expect(own.close()).rejects.toBe(bug);
  });

  test("a stream that goes on without a pause is passed on", async () => {
    const piece = new Uint8Array(4_000_000);
    const stream = new ReadableStream({ pull: (controller) => controller.enqueue(piece) });
    using _off = { [Symbol.dispose]: on("events", () => new Response(stream)) };
    const reader = (await send()).body?.getReader();
    let size = 0;
    while (size < 40_000_000) size += (await reader?.read())?.value?.length ?? Number.POSITIVE_INFINITY;
    await reader?.cancel();
    expect(size).toBeLessThan(Number.POSITIVE_INFINITY);
  });

  test("a coded body is decoded", async () => {
    const answer = () => new Response(gzipSync("plain words"), { headers: { "content-encoding": "gzip" } });
    using _off = { [Symbol.dispose]: on("events", answer) };
    const response = await send();
    expect([response.headers.get("content-encoding"), await response.text()]).toEqual(["gzip", "plain words"]);
  });

  test("what fetch has decoded is sent as it is", async () => {
    const coded = () => new Response(gzipSync("plain words"), { headers: { "content-encoding": "gzip" } });
    using _first = { [Symbol.dispose]: on("png", coded) };
    using _off = { [Symbol.dispose]: on("events", () => fetch(`${server.url}/png`)) };
    expect(await (await send()).text()).toBe("plain words");
  });

  test.each<[() => unknown, string]>([
    [() => Response.error(), "fake.fail({ reset: true })"],
    [
      async () => {
        const response = new Response("x");
        await response.text();
        return response;
      },
      "was already read",
    ],
  ])("a Response that cannot be sent is an error of the handler", async (answer, message) => {
    using _off = { [Symbol.dispose]: on("events", answer) };
    const response = await send();
    expect([response.status, await response.text()]).toEqual([500, expect.stringContaining(message)]);
    fake.reset(["handlers"]);
  });
});

test("over nock a stream that ends is sent as a whole", async () => {
  using _interception = fake.intercept();
  const stream = new ReadableStream({
    async pull(controller) {
      await waitTurns(20);
      controller.enqueue(UTF8.encode("late"));
      controller.close();
    },
  });
  using _off = { [Symbol.dispose]: on("events", () => new Response(stream)) };
  expect(await (await fetch(`${fake.baseUrl}/events`)).text()).toBe("late");
});
