import { queryObjects } from "node:v8";
import { documentOf } from "@svc/model/test-support/small-document";
import nock from "nock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFakeSvc, type FakeServer } from "./support/service.ts";

const AUTH = { authorization: "Bearer t" };
const any = { description: "ok", content: { "application/json": { schema: {} } } };
const required = (name: string) => ({ name, in: "header", required: true, schema: { type: "string" } });
const document = documentOf({
  paths: {
    "/agents": { get: { operationId: "agents", parameters: [required("User-Agent")], responses: { 200: any } } },
    "/languages": {
      get: { operationId: "languages", parameters: [required("Accept-Language")], responses: { 200: any } },
    },
    "/echo": {
      post: {
        operationId: "echo",
        requestBody: { content: { "text/plain": { schema: { type: "string" } } } },
        responses: { 200: any },
      },
    },
  },
});
const fake = createFakeSvc({ document, rateLimit: false });
let server: FakeServer;
beforeAll(async () => {
  server = await fake.listen();
});
afterAll(() => fake.close());

/** The answer to a request over HTTP, and the same answer of the injected fetch. */
async function both(path: string, init: () => RequestInit = () => ({})): Promise<[unknown, unknown]> {
  const seen = async (send: typeof fetch, base: string): Promise<unknown> => {
    const response = await send(base + path, init());
    const { status, statusText, type, redirected, ok } = response;
    const copy = response.clone();
    const url = response.url.slice(base.length);
    const length = response.headers.get("content-length");
    const text = await response.text();
    return {
      status,
      statusText,
      type,
      redirected,
      ok,
      url,
      length,
      text,
      copy: [copy.url.slice(base.length), copy.type],
    };
  };
  return [await seen(fetch, server.url), await seen(fake.fetch, fake.baseUrl)];
}

describe("the injected fetch answers as native fetch does over HTTP", () => {
  test.each<[string, string, (() => RequestInit)?]>([
    ["an answer, its address without the fragment", "/agents?a=1#fragment"],
    ["a refusal", "/echo", () => ({ method: "POST", body: "1", headers: { "content-type": "application/json" } })],
    ["nothing there", "/nowhere"],
    ["a method that is not allowed", "/agents", () => ({ method: "DELETE" })],
    ["HEAD", "/agents", () => ({ method: "HEAD" })],
    ["a redirect that is followed", "/agents/#fragment"],
    ["a redirect that is not", "/agents/", () => ({ redirect: "manual" })],
    ["a redirect with a body", "/echo/", () => ({ method: "POST", body: "text" })],
  ])("%s", async (_, path, init) => {
    const [native, injected] = await both(path, init);
    const anywhere = (seen: unknown) => JSON.stringify(seen).replaceAll(server.url, fake.baseUrl);
    expect(anywhere(injected)).toBe(anywhere(native));
  });

  test.each([
    ["a handler's Response", () => new Response("räw", { status: 202 })],
    ["a handler's empty Response", () => new Response(null, { status: 404 })],
    ["a handler's 204", () => new Response(null, { status: 204 })],
    ["a status that has no name", () => new Response("x", { status: 299 })],
  ])("%s", async (_, answer) => {
    const off = fake.on("agents" as never, answer as never);
    const [native, injected] = await both("/agents");
    expect(injected).toEqual(native);
    off();
  });

  test("a whole request: headers that a document asks for are there, and the caller's own stay", async () => {
    for (const path of ["/agents", "/languages"]) expect((await fake.fetch(fake.baseUrl + path)).status).toBe(200);
    await fake.fetch(`${fake.baseUrl}/agents`, { headers: { "User-Agent": "mine", ...AUTH } });
    await fetch(`${server.url}/agents`, { headers: { "User-Agent": "mine", ...AUTH } });
    const [injected, native] = fake.calls.slice(-2).map(({ headers }) => headers);
    expect({ ...injected, connection: "keep-alive", host: native?.["host"] }).toEqual(native);
    expect(injected).toMatchObject({ "user-agent": "mine", host: "svc.example.test" });
  });
});

test.each([301, 302, 303, 307, 308])("a loop of %d ends, whatever nock has made of Request", async (status) => {
  if (!nock.isActive()) nock.activate();
  const own = createFakeSvc();
  own.fail({ status, headers: { location: "/health" }, times: Number.POSITIVE_INFINITY });
  await expect(own.fetch(`${own.baseUrl}/health`, { method: "POST", body: "x", headers: AUTH })).rejects.toMatchObject({
    message: "fetch failed",
    cause: { message: "redirect count exceeded" },
  });
  expect(own.calls).toHaveLength(21);
});

test.each<[string, string, (controller: ReadableStreamDefaultController) => void]>([
  ["cannot be read to its end", "/echo", (controller) => controller.error(new Error("source"))],
  ["would have to be sent twice", "/echo/", (controller) => controller.close()],
])("a stream that %s is a failed fetch, here as over HTTP", async (_, path, start) => {
  for (const [send, base] of [
    [fetch, server.url],
    [fake.fetch, fake.baseUrl],
  ] as const) {
    const init = { method: "POST", body: new ReadableStream({ start }), duplex: "half" } as RequestInit;
    await expect(send(base + path, init)).rejects.toMatchObject({ name: "TypeError", message: "fetch failed" });
  }
});

test.each<[string, (url: string, signal: AbortSignal) => Parameters<typeof fetch>]>([
  ["of the options", (url, signal) => [url, { headers: AUTH, signal }]],
  ["of a Request", (url, signal) => [new Request(url, { headers: AUTH, signal })]],
])("a signal %s reaches a request that only the fake still has", async (_, args) => {
  for (const fault of [{ timeout: true }, { slowBodyMs: 1000 }] as const) {
    const own = createFakeSvc();
    own.fail(fault);
    const controller = new AbortController();
    const ended = new Promise((resolve) => {
      const begin = async () => (await own.fetch(...args(`${own.baseUrl}/health`, controller.signal))).text();
      begin().catch((error: Error) => resolve(error.name));
    });
    while (own.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    // Counts after a garbage collection.
    queryObjects(Request, { format: "count" });
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await ended).toBe("AbortError");
  }
});

test("a body that takes real time to be read keeps a clock that moves by itself where it is", async () => {
  const own = createFakeSvc({ document });
  own.clock.auto();
  const start = own.clock.now();
  own.clock.setTimeout(() => {}, 60_000);
  const body = new ReadableStream({
    async pull(controller) {
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
      controller.enqueue(new TextEncoder().encode("text"));
      controller.close();
    },
  });
  const init = { method: "POST", body, duplex: "half", headers: { "content-type": "text/plain" } };
  expect((await own.fetch(`${own.baseUrl}/echo`, init as RequestInit)).status).toBe(200);
  expect(own.clock.now()).toBe(start);
  own.clock.auto(false);
});

test("methods of an answer can be replaced, as those of any other", async () => {
  using fake = createFakeSvc();
  const response = await fake.fetch(`${fake.baseUrl}/health`, { headers: { authorization: "Bearer t" } });
  for (const name of ["clone", "text", "json"] as const) response[name] = () => "replaced" as never;
  expect([response.clone(), response.text(), response.json()]).toEqual(["replaced", "replaced", "replaced"]);
});
