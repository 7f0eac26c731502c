import { request as httpRequest } from "node:http";
import nock from "nock";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startRealServer } from "./support/real-server.ts";
import { createFakeSvc } from "./support/service.ts";

const AUTH = { headers: { authorization: "Bearer t" } };

/** Requests that reached the real server. */
let leaked: string[] = [];
let realUrl: string;
beforeAll(async () => {
  const real = await startRealServer(({ method, url, headers }) => {
    leaked.push(`${method} ${url} ${headers.authorization}`);
  });
  realUrl = real.url;
  return () => real.close();
});
beforeEach(() => {
  leaked = [];
});
afterEach(() => {
  if (!nock.isActive()) nock.activate();
  nock.cleanAll();
  nock.enableNetConnect();
});

/** Why a fetch failed: the message of its cause. */
async function whyNot(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  expect(error).toBeInstanceOf(TypeError);
  return ((error as Error).cause as Error).message;
}

/** Sends a request by `node:http`. */
function viaHttp(url: string, method: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { ...AUTH, method }, (answer) => resolve(answer.resume().statusCode));
    sent.on("error", reject).end();
  });
}

describe("methods that no operation has", () => {
  test.each(["patch", "Foo", "query"])("%s is refused, and not sent: nock cannot read it", async (method) => {
    const fake = createFakeSvc({ baseUrl: realUrl });
    using _off = fake.intercept();
    expect(await whyNot(fetch(`${realUrl}/health`, { ...AUTH, method }))).toContain(
      `No operation matches ${method} /health.\nNearest:\n  GET /health (health.get): method ${method} instead of GET`,
    );
    expect(fake.calls.map(({ target, unmatched }) => [target, unmatched === undefined])).toEqual([["/health", false]]);
    expect(() => fake.assertNoUnmatched()).toThrow(`No operation matches ${method} /health.`);
    expect(leaked).toEqual([]);
  });

  test.each(["PROPFIND", "QUERY", "PURGE"])("%s is rejected with the nearest operations", async (method) => {
    const fake = createFakeSvc();
    using _off = fake.intercept();
    expect(await whyNot(fetch(`${fake.baseUrl}/health`, { ...AUTH, method }))).toContain(
      `GET /health (health.get): method ${method} instead of GET`,
    );
    expect(fake.calls.unmatched).toHaveLength(1);
  });

  test("the capital letters that are missing are named", async () => {
    const paths = { "/x": { patch: { operationId: "x", responses: { 204: { description: "" } } } } };
    const document = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths };
    const fake = createFakeSvc({ document });
    using _off = fake.intercept();
    expect(await whyNot(fetch(`${fake.baseUrl}/x`, { method: "patch" }))).toContain(
      "PATCH /x (x.update): method patch instead of PATCH",
    );
    expect((await fetch(`${fake.baseUrl}/x`, { method: "PATCH" })).status).toBe(204);
  });

  test("they are refused from node:http too", async () => {
    const fake = createFakeSvc({ baseUrl: realUrl });
    using _off = fake.intercept();
    await expect(viaHttp(`${realUrl}/health?a=1`, "FOO")).rejects.toThrow("No operation matches FOO /health.");
    await expect(viaHttp(`${realUrl}/health`, "PROPFIND")).rejects.toThrow("No operation matches PROPFIND /health.");
    expect(await viaHttp(`${realUrl}/health`, "GET")).toBe(200);
    expect(leaked).toEqual([]);
    expect(fake.calls.unmatched).toHaveLength(2);
  });

  test("they are refused by an isolated test for other hosts", async () => {
    const fake = createFakeSvc();
    const off = fake.intercept({ isolate: true });
    expect(await whyNot(fetch(realUrl, { method: "patch" }))).toContain(`A request to ${realUrl} was refused`);
    await expect(viaHttp(realUrl, "FOO")).rejects.toThrow("the test is isolated");
    expect(leaked).toEqual([]);
    off();
    expect((await fetch(realUrl, { method: "patch" })).status).toBe(400);
  });
});

test("a request that expects 100-continue is refused, and not sent: nock lets it through", async () => {
  const fake = createFakeSvc({ baseUrl: realUrl });
  const off = fake.intercept();
  const send = (): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { ...AUTH.headers, expect: "100-continue" };
      const sent = httpRequest(`${realUrl}/health`, { headers }, (answer) => resolve(answer.resume().statusCode));
      sent.on("error", reject).on("continue", () => sent.end());
    });
  await expect(send()).rejects.toThrow("because it expects 100-continue");
  expect(leaked).toEqual([]);
  off();
  expect(await send()).toBe(200);
});

describe("nock's own switches", () => {
  test("cleanAll of another test does not end an interception", async () => {
    const fake = createFakeSvc({ baseUrl: realUrl });
    using _off = fake.intercept();
    for (let round = 0; round < 2; round++) {
      nock.cleanAll();
      expect((await fetch(`${realUrl}/health`, AUTH)).headers.get("x-ratelimit-limit")).toBe("1000");
      nock.cleanAll();
      expect(await viaHttp(`${realUrl}/health`, "GET")).toBe(200);
    }
    expect(leaked).toEqual([]);
    expect(fake.calls).toHaveLength(4);
  });

  test("after cleanAll nothing of an interception is left when it ends", async () => {
    const fake = createFakeSvc({ baseUrl: realUrl });
    const off = fake.intercept();
    nock.cleanAll();
    await fetch(`${realUrl}/health`, AUTH);
    off();
    expect(nock.activeMocks()).toEqual([]);
    expect(await (await fetch(realUrl)).text()).toBe("real");
  });

  test("restore while an interception lasts is refused, not obeyed", async () => {
    const fake = createFakeSvc({ baseUrl: realUrl });
    const off = fake.intercept();
    nock.restore();
    expect(await whyNot(fetch(`${realUrl}/health`, AUTH))).toContain("nock was switched off (nock.restore())");
    await expect(viaHttp(`${realUrl}/health`, "GET")).rejects.toThrow("nock was switched off");
    expect(leaked).toEqual([]);
    off();
    expect(await (await fetch(realUrl)).text()).toBe("real");
  });

  test("a nock that was off before is off again afterwards", async () => {
    nock.restore();
    const fake = createFakeSvc();
    const off = fake.intercept();
    expect((await fetch(`${fake.baseUrl}/health`, AUTH)).status).toBe(200);
    expect(nock.isActive()).toBe(true);
    off();
    expect(nock.isActive()).toBe(false);
  });

  test("disableNetConnect holds for the fake's origin afterwards, and enableNetConnect too", async () => {
    const fake = createFakeSvc({ baseUrl: realUrl });
    nock.disableNetConnect();
    const off = fake.intercept();
    expect((await fetch(`${realUrl}/health`, AUTH)).status).toBe(200);
    off();
    expect(await whyNot(fetch(`${realUrl}/health`, AUTH))).toContain("Disallowed net connect");
    expect(leaked).toEqual([]);
    nock.enableNetConnect();
    expect(await (await fetch(realUrl)).text()).toBe("real");
  });

  test("isDone is about the test's own interceptors", () => {
    const fake = createFakeSvc();
    using _off = fake.intercept();
    expect([nock.isDone(), nock.pendingMocks()]).toEqual([true, []]);
  });
});

test("a request that is under way when the interception ends is refused, not sent", async () => {
  const fake = createFakeSvc({ baseUrl: realUrl });
  const off = fake.intercept();
  const pending = fetch(`${realUrl}/health`, AUTH);
  off();
  expect(await whyNot(pending)).toBe(`The fake of ${realUrl} was closed while a request was in flight.`);
  expect(leaked).toEqual([]);
});

describe("requests beside the fake are in its journal", () => {
  test("those outside of the base address' path", async () => {
    const fake = createFakeSvc({ baseUrl: "https://svc.example.test/api" });
    using _off = fake.intercept();
    await whyNot(fetch("https://svc.example.test/health?a=1", { ...AUTH, method: "POST", body: "text" }));
    expect(fake.calls).toMatchObject([
      { method: "POST", target: "/health?a=1", body: "text", status: undefined, operation: undefined },
    ]);
    expect(JSON.stringify(fake.calls)).not.toContain("Bearer t");
    expect(() => fake.assertNoUnmatched()).toThrow("path /health instead of /api/...");
  });

  test("those that an isolated test refuses", async () => {
    const fake = createFakeSvc();
    using _off = fake.intercept({ isolate: true });
    await whyNot(fetch(`${realUrl}/x`));
    expect(() => fake.assertNoUnmatched()).toThrow(`A request to ${realUrl} was refused: the test is isolated`);
    expect(leaked).toEqual([]);
  });

  test("those to another host by the fake's own fetch", async () => {
    const fake = createFakeSvc({ baseUrl: "https://svc.example.test/api" });
    await whyNot(fake.fetch("https://other.example.test/api/health", AUTH));
    await whyNot(fake.fetch("https://svc.example.test/health", AUTH));
    expect(fake.calls.map(({ unmatched }) => unmatched?.split("\n")[1])).toEqual([
      "The fake serves https://svc.example.test/api: host https://other.example.test instead of https://svc.example.test.",
      "The fake serves https://svc.example.test/api: path /health instead of /api/....",
    ]);
    expect(() => fake.assertNoUnmatched()).toThrow("2 requests matched no operation");
  });

  test("those to other hosts are nobody's, where they are left alone", async () => {
    const fake = createFakeSvc();
    using _off = fake.intercept();
    expect(await (await fetch(realUrl)).text()).toBe("real");
    expect(fake.calls).toHaveLength(0);
  });
});
