import { documentOf } from "@svc/model/test-support/small-document";
import { describe, expect, test } from "vitest";
import { createFakeSvc, type FaultOptions } from "./support/service.ts";

const AUTH = { headers: { authorization: "Bearer t" } };

/** Lets what is ready run. */
async function turns(count = 30): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Looks until it is so: over HTTP an end takes its time to be seen. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await turns(1);
}

const WAYS = ["fetch", "HTTP", "nock"] as const;

/** A fake on which a credential may send one request at a time. */
async function narrow(way: (typeof WAYS)[number]) {
  const fake = createFakeSvc({ rateLimit: { concurrency: 1 } });
  if (way === "nock") fake.intercept();
  const base = way === "HTTP" ? (await fake.listen()).url : fake.baseUrl;
  const send = way === "fetch" ? fake.fetch : fetch;
  const call = (init: RequestInit = {}) => send(`${base}/health`, { ...AUTH, ...init });
  const status = async () => (await call()).status;
  return { fake, call, status };
}

describe.each(WAYS)("a place in the concurrency quota over %s", (way) => {
  test("is held by a request that is never answered, until its caller gives up", async () => {
    const { fake, call, status } = await narrow(way);
    fake.fail({ timeout: true });
    const controller = new AbortController();
    const hanging = call({ signal: controller.signal }).catch((error: Error) => error.name);
    await until(async () => fake.calls.length === 1);
    expect(await status()).toBe(429);
    controller.abort();
    expect(await hanging).toBe("AbortError");
    await until(async () => (await status()) === 200);
    await fake.close();
  });

  test("is held while a body is sent, and given back after its last byte", async () => {
    const { fake, call, status } = await narrow(way);
    fake.fail({ slowBodyMs: 10_000 });
    const response = await call();
    expect(await status()).toBe(429);
    const text = response.text();
    let isRead = false;
    void text.then(() => {
      isRead = true;
    });
    await until(async () => {
      await fake.clock.next();
      return isRead;
    });
    await until(async () => (await status()) === 200);
    await fake.close();
  });

  test("is given back where the caller leaves in the middle of a body", async () => {
    const { fake, call, status } = await narrow(way);
    fake.fail({ slowBodyMs: 10_000 });
    const controller = new AbortController();
    const response = await call({ signal: controller.signal });
    const body = response.text();
    controller.abort();
    await expect(body).rejects.toMatchObject({ name: "AbortError" });
    await until(async () => (await status()) === 200);
    await fake.close();
  });

  test("is held by a handler's stream, which nock reads to its end first", async () => {
    const { fake, call, status } = await narrow(way);
    let end = (): void => {};
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("data: 1\n\n"));
        end = () => controller.close();
      },
    });
    fake.on("health_get", () => new Response(stream, { headers: { "content-type": "text/event-stream" } }));
    const answered = call();
    await until(async () => fake.calls.length === 1);
    fake.on("health_get", () => ({}));
    expect(await status()).toBe(429);
    end();
    expect(await (await answered).text()).toBe("data: 1\n\n");
    await until(async () => (await status()) === 200);
    await fake.close();
  });

  test.each<[FaultOptions]>([
    [{ reset: "before", slowBodyMs: 1 }],
    [{ reset: "during", slowBodyMs: 1 }],
    [{ status: 204, slowBodyMs: 1 }],
    [{ truncate: true }],
    [{ status: 500 }],
  ])("is given back after %j", async (fault) => {
    const { fake, call, status } = await narrow(way);
    fake.fail(fault as never);
    await call()
      .then((response) => response.text())
      .catch(() => {});
    await until(async () => (await status()) === 200);
    await fake.close();
  });
});

test("a body that nobody reads is sent all the same, and gives its place back", async () => {
  const { fake, call, status } = await narrow("fetch");
  fake.fail({ slowBodyMs: 10_000 });
  await call();
  await fake.clock.advance({ seconds: 10 });
  expect(await status()).toBe(200);
});

test("a caller who leaves before a slow body begins gives its place back", async () => {
  const { fake, call, status } = await narrow("fetch");
  fake.fail({ latencyMs: 1000, slowBodyMs: 1000 });
  const controller = new AbortController();
  const leaving = call({ signal: controller.signal }).catch((error: Error) => error.name);
  await turns();
  controller.abort();
  expect(await leaving).toBe("AbortError");
  expect(await status()).toBe(429);
  await fake.clock.advance({ seconds: 1 });
  expect(await status()).toBe(200);
});

test("downloads count in no window, and have none of its headers", async () => {
  const fake = createFakeSvc({ rateLimit: { limit: 2 } });
  fake.sessions("s").network.logs.add([{ body: "1" }, { body: "2" }, { body: "3" }]);
  const listed = await (await fake.fetch(`${fake.baseUrl}/sessions/s/network/logs`, AUTH)).json();
  const { batches } = listed as { batches: { download_url: string }[] };
  const answers = await Promise.all(batches.map(({ download_url }) => fake.fetch(download_url)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.some(({ headers }) => headers.has("x-ratelimit-remaining"))).toBe(false);
  const refused = await fake.fetch(`${fake.baseUrl}/health`);
  expect([refused.status, refused.headers.get("x-ratelimit-remaining")]).toEqual([401, "1"]);
});

test.each([
  ["cookie", { headers: { cookie: "other=1; Sid=a" } }, { headers: { cookie: "other=1; Sid=b" } }, ""],
  ["query", {}, {}, "?Sid="],
  ["header", { headers: { sid: "a" } }, { headers: { sid: "b" } }, ""],
])("API keys in a %s have a window each", async (place, first, second, query) => {
  const ok = { description: "ok", content: { "application/json": { schema: { type: "object" } } } };
  const document = documentOf({
    security: [{ key: [] }],
    paths: { "/me": { get: { operationId: "me", responses: { 200: ok } } } },
    components: { securitySchemes: { key: { type: "apiKey", in: place, name: "Sid" } } },
  });
  const fake = createFakeSvc({ document, rateLimit: { limit: 1 } });
  const status = async (init: RequestInit, key: string) =>
    (await fake.fetch(`${fake.baseUrl}/me${query && query + key}`, init)).status;
  expect([await status(first, "a"), await status(second, "b"), await status(first, "a")]).toEqual([200, 200, 429]);
});
