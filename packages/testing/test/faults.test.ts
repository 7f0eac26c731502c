import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFakeSvc, type FakeServer, type FaultOptions } from "./support/service.ts";

const AUTH = { headers: { authorization: "Bearer t" } };
const fake = createFakeSvc({ rateLimit: false });
let server: FakeServer;
beforeAll(async () => {
  server = await fake.listen();
});
afterAll(() => fake.close());

/** The caller's view of a request that meets a fault. */
async function seen(send: typeof fetch, base: string, fault: FaultOptions): Promise<unknown> {
  fake.reset();
  fake.fail(fault as never);
  const failed = (stage: string) => (error: unknown) => {
    const { cause } = error as { cause?: Error & { code?: string } };
    return { [stage]: (error as Error).message, cause: cause?.code ?? cause?.message };
  };
  const response = await send(`${base}/sessions/s1/replay`, AUTH).catch(failed("fetch"));
  if (!(response instanceof Response)) return response;
  const text = await response.text().catch(failed("body"));
  return typeof text === "string"
    ? { status: response.status, type: response.headers.get("content-type"), text: text.slice(0, 40) }
    : text;
}

const WAYS = [
  ["fetch", () => seen(fake.fetch, fake.baseUrl, current)],
  ["HTTP", () => seen(fetch, server.url, current)],
  [
    "nock",
    async () => {
      using _off = fake.intercept();
      return await seen(fetch, fake.baseUrl, current);
    },
  ],
] as const;
let current: FaultOptions;

function circular(): object {
  const value: { self?: object } = {};
  value.self = value;
  return value;
}

const RESET = { fetch: "fetch failed", cause: "ECONNRESET" };
const CASES: readonly (readonly [FaultOptions, unknown])[] = [
  [{ status: 503 }, { status: 503, type: "application/json", text: '{"detail":"fake.fail: status 503"}' }],
  [
    { status: 500, body: "oops" },
    { status: 500, type: "text/plain; charset=utf-8", text: "oops" },
  ],
  [
    { status: 502, body: { a: 1 }, headers: { "Content-Type": "application/problem+json" } },
    { status: 502, type: "application/problem+json", text: '{"a":1}' },
  ],
  [
    { status: 500, body: null },
    { status: 500, type: "application/json", text: "null" },
  ],
  [
    { status: 500, body: new Uint8Array([65, 66]) },
    { status: 500, type: "application/octet-stream", text: "AB" },
  ],
  [
    { status: 500, body: new DataView(new Uint8Array([64, 65, 66]).buffer, 1), headers: { "content-length": "2" } },
    { status: 500, type: "application/octet-stream", text: "AB" },
  ],
  [
    { status: 500, body: new Uint8Array([65]).buffer, headers: { "content-type": "image/png" } },
    { status: 500, type: "image/png", text: "A" },
  ],
  [{ status: 204 }, { status: 204, type: null, text: "" }],
  [{ malformed: true }, { status: 200, type: "application/json", text: '{"detail": "cut off here' }],
  [{ rateLimited: true }, { status: 429, type: "application/json", text: '{"message":"Too Many Requests","detail":' }],
  [{ reset: true }, RESET],
  [{ reset: "before" }, RESET],
];

describe.each(WAYS)("over %s", (name, run) => {
  test.each(CASES)("%j looks the same as over every other way", async (fault, expected) => {
    current = fault;
    expect(await run()).toEqual(expected);
  });

  test("a reset during the headers is a failed fetch", async () => {
    current = { reset: "during" };
    expect(await run()).toMatchObject({ fetch: "fetch failed" });
  });

  test.each<[FaultOptions, RegExp]>([
    [{ reset: "after" }, /ECONNRESET|UND_ERR_SOCKET/],
    [{ reset: "body" }, /ECONNRESET|UND_ERR_SOCKET/],
    [{ truncate: true }, /ECONNRESET|UND_ERR_SOCKET/],
  ])("%j ends the body too soon", async (fault, code) => {
    current = fault;
    expect(await run()).toEqual({ body: "terminated", cause: expect.stringMatching(code) });
  });

  test("a wrong content type comes with the right body", async () => {
    current = { contentType: "text/html" };
    expect(await run()).toMatchObject({ status: 200, type: "text/html", text: expect.stringMatching(/^\{"/) });
  });

  test("latency and slow bodies take the fake's time, none of the test's", async () => {
    current = { latencyMs: 60_000, jitterMs: 1000, slowBodyMs: 60_000 };
    const before = fake.clock.now();
    const pending = run();
    let isDone = false;
    void pending.then(() => {
      isDone = true;
    });
    while (!isDone) {
      await fake.clock.next();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await pending).toMatchObject({ status: 200 });
    const took = fake.clock.now() - before;
    expect([took >= 119_999, took <= 121_001, name]).toEqual([true, true, name]);
  });
});

test("a request that is never answered ends when its caller gives up", async () => {
  fake.reset();
  fake.fail({ timeout: true, times: 2 });
  for (const [send, base] of [
    [fake.fetch, fake.baseUrl],
    [fetch, server.url],
  ] as const) {
    const controller = new AbortController();
    const pending = send(`${base}/health`, { ...AUTH, signal: controller.signal });
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await expect(pending).rejects.toMatchObject({ name: "AbortError" });
  }
});

test("faults come in order, as often as they say, for the operation that they name", async () => {
  fake.reset();
  const statuses = async (path: string, count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await fake.fetch(fake.baseUrl + path, AUTH)).status));
  fake.fail({ status: 500, times: 2 });
  fake.fail({ status: 503, operation: "health_get" });
  const off = fake.fail({ status: 418, times: Number.POSITIVE_INFINITY });
  expect(await statuses("/health", 4)).toEqual([500, 500, 503, 418]);
  expect(fake.calls.map(({ fault }) => fault)).toEqual(["status", "status", "status", "status"]);
  off();
  expect(await statuses("/health", 2)).toEqual([200, 200]);
});

test("probabilities are drawn from the seed", async () => {
  const draw = async (seed: number) => {
    const own = createFakeSvc({ seed });
    own.fail({ status: 500, probability: 0.5, times: Number.POSITIVE_INFINITY });
    const answers = [];
    for (let index = 0; index < 40; index++) answers.push((await own.fetch(`${own.baseUrl}/health`, AUTH)).status);
    return answers;
  };
  const first = await draw(1);
  expect(first).toEqual(await draw(1));
  expect(first).not.toEqual(await draw(2));
  expect(new Set(first)).toEqual(new Set([200, 500]));
});

test.each<[object, string]>([
  [{}, "say what fails"],
  [{ status: 500, reset: true }, "status and reset cannot happen at once"],
  [{ statusCode: 500 }, 'unknown option "statusCode"'],
  [{ status: 100 }, "status: expected 200 to 599"],
  [{ status: 500, operation: "nope" }, 'no operation "nope"; the nearest are '],
  [{ status: 500, times: 0 }, "times: expected a number from 1"],
  [{ status: 500, probability: 2 }, "probability: expected 0 to 1"],
  [{ reset: "later" }, "reset: expected true, before, during, after, body"],
  [{ latencyMs: -1 }, "latencyMs: expected milliseconds"],
  [{ latencyMs: "200" as unknown as number }, 'latencyMs: expected milliseconds, got "200"'],
  [{ status: 500, times: "2" as unknown as number }, 'times: expected a number from 1, got "2"'],
  [{ latencyMs: 1, body: "x" }, "body and headers need a status"],
  [{ status: 500, headers: { "x-a": "\u65e5" } }, 'headers: "x-a" cannot be sent'],
  [{ status: 500, headers: { "x-a": "b\r\nc: d" } }, 'headers: "x-a" cannot be sent'],
  [{ status: 500, headers: { "bad name": "b" } }, 'headers: "bad name" cannot be sent'],
  [{ status: 500, headers: { "Transfer-Encoding": "chunked" } }, "headers: transfer-encoding is"],
  [{ status: 500, body: "abc", headers: { "Content-Length": "10" } }, "headers: content-length: the body has 3 bytes"],
  [{ contentType: "text/html\n" + "x" }, 'contentType: "text/html\\nx" cannot be sent'],
  [{ status: 500, body: () => 1 }, "body: expected text, bytes, or a value that JSON can carry"],
  [{ status: 500, body: Number.NaN }, "body: expected text, bytes, or a value that JSON can carry"],
  [{ status: 500, body: new Blob(["x"]) }, "body: expected text, bytes, or a value that JSON can carry"],
  [{ status: 500, body: circular() }, "body: expected text, bytes, or a value that JSON can carry"],
  [{ status: 204, body: "x" }, "body: a response of status 204 has none"],
  [{ status: 205, body: "x" }, "body: a response of status 205 has none"],
  [{ status: 304, body: null }, "body: a response of status 304 has none"],
])("a fault that cannot happen is refused: %j", (fault, message) => {
  expect(() => fake.fail(fault as never)).toThrow(`fake.fail: ${message}`);
});

test("a fault stays as it was set up", async () => {
  fake.reset();
  const fault = { status: 503, headers: { "x-a": "before" } };
  fake.fail(fault);
  fault.headers["x-a"] = "\u65e5";
  expect((await fake.fetch(`${fake.baseUrl}/health`, AUTH)).headers.get("x-a")).toBe("before");
});

test("an answer that has no body arrives whole where its body would be cut", async () => {
  const own = createFakeSvc();
  const { url } = await own.listen();
  own.on("health_get", () => new Response(null, { status: 204 }));
  own.fail({ truncate: true, times: 3 });
  using _off = own.intercept();
  for (const [send, base] of [
    [own.fetch, own.baseUrl],
    [fetch, url],
    [fetch, own.baseUrl],
  ] as const) {
    const response = await send(`${base}/health`, AUTH);
    expect([response.status, response.headers.get("content-length"), await response.text()]).toEqual([204, null, ""]);
  }
  await own.close();
});
