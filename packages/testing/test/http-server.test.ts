import { connect } from "node:net";
import { modelOf } from "@svc/model/test-support/small-document";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RecordedCall } from "../src/journal/journal.ts";
import { createJournal } from "../src/journal/journal.ts";
import { createFake } from "../src/runtime.ts";
import { createFakeSvc, type FakeServer } from "./support/service.ts";

const fake = createFakeSvc();
let server: FakeServer;
beforeAll(async () => {
  server = await fake.listen({ allowHosts: ["svc-fake"] });
});
afterAll(() => fake.close());

/** Sends bytes and reads until the server closes. */
function raw(text: string, port: number = server.port): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
  });
}

const get = (target: string, headers = "host: 127.0.0.1\r\nauthorization: Bearer k\r\n") =>
  `GET ${target} HTTP/1.1\r\n${headers}\r\n`;
const last = (target: string, host: string) => get(target, `host: ${host}\r\nconnection: close\r\n`);

test.each([
  ["evil.example", 403],
  ["127.0.0.1.evil.example:80", 403],
  ["127.0.0.1:4010", 200],
  ["localhost", 200],
  ["svc-fake:4010", 200],
])("the journal is read under the name %s: %i", async (host, status) => {
  expect(await raw(last("/__fake/calls", host))).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test("the root leads browsers to the console", async () => {
  expect(await raw(get("/", "host: 127.0.0.1\r\naccept: text/html\r\nconnection: close\r\n"))).toMatch(
    /^HTTP\/1.1 302 [\s\S]*location: \/__fake\//,
  );
  expect(fake.calls.unmatched).toEqual([]);
});

test("a target with the whole address is answered as its path", async () => {
  const target = `http://127.0.0.1:${server.port}/__fake/calls?count=1`;
  expect(await raw(last(target, "127.0.0.1"))).toMatch(/^HTTP\/1.1 200 /);
});

test("a malformed request does not take back the answer to the one before it", async () => {
  fake.on("health.get", async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return Response.json({ first: true });
  });
  const answers = await raw(`${get("/health")}MALFORMED\r\n\r\n`);
  expect(answers).toMatch(/^HTTP\/1.1 200 OK[\s\S]*\{"first":true\}HTTP\/1.1 400 Bad Request/);
});

test("a connection that sends too slowly is dropped", async () => {
  const slow = await fake.listen({ requestTimeoutMs: 20 });
  expect(await raw("GET /health HTTP/1.1\r\nhost: 127", slow.port)).toMatch(/^HTTP\/1.1 408 /);
});

test("a journal keeps large bodies to a bound, with their size, and is read in pages", async () => {
  const address = `${server.url}/health`;
  const body = "x".repeat(300_000);
  await fake.fetch(`${fake.baseUrl}/health`, { method: "POST", body });
  const call = fake.calls.at(-1);
  expect([call?.bodyBytes, String(call?.body).length]).toEqual([300_000, 16_384]);
  await fetch(address, { headers: { authorization: "Bearer k" } });
  const page = await fetch(`${server.url}/__fake/calls?from=${fake.calls.length - 1}&count=5`);
  expect(await page.json()).toMatchObject([{ method: "GET", bodyBytes: 0 }]);
  expect((await fetch(`${server.url}/__fake/calls?from=x`)).status).toBe(400);
});

test("the oldest calls are dropped where they take too many bytes", () => {
  const { calls, add, clear } = createJournal();
  const seen: unknown[] = [];
  const off = calls.subscribe((call) => seen.push(call?.target));
  const call = (target: string) =>
    ({ target, bodyBytes: 230_000, headers: { x: "y".repeat(30_000) } }) as unknown as RecordedCall;
  for (let index = 0; index < 300; index++) add(call(`/${index}`));
  expect(calls).toHaveLength(258);
  expect(calls[0]?.target).toBe("/42");
  clear();
  off();
  add(call("/later"));
  expect(calls).toHaveLength(1);
  expect([seen.length, seen.at(-1)]).toEqual([301, undefined]);
});

test("headers of the limit that the document requires are sent without a limit, too", async () => {
  const header = { required: true, schema: { type: "integer" } };
  const model = modelOf({
    paths: {
      "/a": {
        get: {
          responses: {
            200: { description: "ok", headers: { "X-RateLimit-Limit": header, "X-RateLimit-Remaining": header } },
          },
        },
      },
    },
  });
  const headersOf = async (rateLimit: false | { limit: number }) => {
    const one = createFake(model, { rateLimit });
    const { headers } = await one.fetch(`${one.baseUrl}/a`);
    return [headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining"), headers.get("x-ratelimit-reset")];
  };
  expect(await headersOf(false)).toEqual(["1000000", "1000000", null]);
  expect((await headersOf({ limit: 5 })).slice(0, 2)).toEqual(["5", "4"]);
});

test("a body of more than 64 MiB is answered 413", async () => {
  const body = new Uint8Array(64 * 2 ** 20 + 1);
  expect((await fetch(`${server.url}/health`, { method: "POST", body })).status).toBe(413);
});
