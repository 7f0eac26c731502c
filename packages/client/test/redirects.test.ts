import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createPolicyFetch } from "../src/index.ts";
import { createClient } from "../src/runtime.ts";
import { json, type Methods, rejection, setup } from "./support/client.ts";
import { manualClock } from "./support/manual-clock.ts";
import { table } from "./support/table.ts";

type Send = (path: string, init?: object) => Promise<{ response: Response }>;

const redirect = (location: string, status = 302, headers: object = {}): Response =>
  new Response(null, { status, headers: { location, ...headers } });

/** A server on loopback, for as long as the test lasts. */
async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each(["POST", "PUT"])("a %s that was read is redirected with its body, and retried with it", async (method) => {
  const bodies: string[] = [];
  const baseUrl = await listen((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      bodies.push(`${request.url} ${request.headers.authorization} ${body}`);
      const location = request.url === "/x" ? "/y" : "/z";
      if (request.url === "/z") response.writeHead(bodies.length < 4 ? 429 : 200, { "retry-after": "0" }).end();
      else response.writeHead(307, { location }).end();
    });
  });
  const fetch = createPolicyFetch({ baseUrl, auth: "secret-token", rateLimit: false, random: () => 0 });
  expect((await fetch(`${baseUrl}/x`, { method, body: "hello" })).status).toBe(200);
  const once = ["/x", "/y", "/z"].map((path) => `${path} Bearer secret-token hello`);
  expect(bodies).toEqual([...once, ...once]);
});

test("a body goes with a credential in the query, again and again", async () => {
  const rows = table.operations.map((row) => (row.id === "item_create" ? { ...row, security: [["keyQuery"]] } : row));
  const sent: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    sent.push(`${request.url} ${await request.text()}`);
    return sent.length === 1 ? redirect("/items?api%20key=k1", 307) : json(1, { status: sent.length < 4 ? 429 : 200 });
  };
  const clock = manualClock();
  const options = {
    baseUrl: "https://api.example",
    auth: "k1",
    fetch,
    clock,
    rateLimit: false,
    random: () => 0,
  } as const;
  const svc = createClient<Methods, Record<string, never>>({ ...table, operations: rows }, options);
  const call = svc.items.create({ a: 1 });
  await clock.advance(10_000);
  expect(await call).toBe(1);
  expect(sent).toEqual(Array(4).fill('https://api.example/items?api%20key=k1 {"a":1}'));
});

/** As browsers answer a request whose redirect is `manual`. */
const opaque = (): Response =>
  Object.defineProperties(new Response(), {
    type: { value: "opaqueredirect" },
    status: { value: 0 },
    ok: { value: false },
  });

test("what the browser follows by itself carries the credential, which it takes off, and nothing else of ours", async () => {
  const { svc, requests } = setup([opaque, json("there")], { requestOrigin: "tests" });
  expect(await svc.health.get({ headers: { "x-api-key": "k", accept: "a/b", "x-trace": "1" } })).toBe("there");
  expect(requests.map(({ redirect: mode }) => mode)).toEqual(["manual", "follow"]);
  expect(Object.fromEntries(requests[1]?.headers ?? [])).toEqual({
    accept: "a/b",
    authorization: "Bearer secret-token",
    "content-type": "application/json",
  });
});

test("what the browser follows by itself has the body that was sent, where sending it twice does no harm", async () => {
  const read = async (request: Request): Promise<Response> => {
    await request.text();
    return opaque();
  };
  const { svc, requests } = setup([read, json(1)]);
  await svc.items.create({ a: 1 }, { idempotent: true });
  expect(await requests[1]?.text()).toBe('{"a":1}');
});

test("a POST whose redirect the browser does not show is not sent a second time", async () => {
  const { svc, requests } = setup([opaque, json(1)]);
  expect(await rejection(svc.items.create({ a: 1 }))).toMatchObject({
    name: "SvcApiError",
    message: expect.stringContaining("not followed"),
  });
  expect(requests).toHaveLength(1);
});

test.each([
  ["host not found", new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ENOTFOUND" }) })],
  ["connection refused", new TypeError("x", { cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }) })],
  ["429", json({}, { status: 429, headers: { "retry-after": "0" } })],
  ["503", json({}, { status: 503 })],
  ["401 with a renewal", json({}, { status: 401 })],
])("a POST that was carried out is not sent again when reading its Location ends with: %s", async (_, failure) => {
  for (const status of [301, 302, 303]) {
    const auth = (rejected?: string): string => (rejected ? "token-2" : "token-1");
    const { svc, requests, clock } = setup([redirect("/items/1", status), failure], { auth });
    const call = rejection(svc.items.create({ a: 1 }));
    await clock.advance(60_000);
    expect(await call).toBeInstanceOf(Error);
    expect(requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
  }
});

const limits = (remaining: number): object => ({
  "x-ratelimit-limit": `${remaining + 1}`,
  "x-ratelimit-remaining": `${remaining}`,
  "x-ratelimit-reset": "1800000060",
});

test("a host that never got the credential renews none, and says nothing of the rate limit", async () => {
  const asked: unknown[] = [];
  const auth = (rejected?: string): string => `token-${asked.push(rejected)}`;
  const far = json({}, { status: 401, headers: limits(0) as Record<string, string> });
  const { svc, requests } = setup([redirect("https://cdn.example/x", 302, limits(7)), far], { auth });
  expect(await rejection(svc.health.get())).toMatchObject({ status: 401 });
  expect([asked, requests.length]).toEqual([[undefined], 2]);
  expect(svc.rateLimit).toMatchObject({ limit: 8, remaining: 7 });
});

test("back home from another host nothing is renewed either: the request had no credential", async () => {
  const answers = [redirect("https://cdn.example/"), redirect("https://api.example/y"), json({}, { status: 401 })];
  const { svc, requests } = setup(answers, { auth: (rejected) => (rejected ? "token-2" : "token-1") });
  expect(await rejection(svc.health.get())).toMatchObject({ status: 401 });
  expect(requests).toHaveLength(3);
});

test("a 429 of another host is no refusal by the service", async () => {
  const seen: string[] = [];
  const note = (name: string) => (): void => void seen.push(name);
  const { svc } = setup([redirect("https://cdn.example/x"), json({}, { status: 429 })], {
    hooks: { onResponse: note("response"), onRateLimit: note("limit") },
    retry: false,
  });
  expect(await rejection(svc.health.get())).toMatchObject({ status: 429 });
  expect(seen).toEqual(["response"]);
});

test("after a redirect within the service its last answer counts", async () => {
  const there = json({}, { status: 401, headers: limits(3) as Record<string, string> });
  const { svc, requests } = setup([redirect("/a", 302, limits(4)), there, json("in")], {
    auth: (rejected) => (rejected ? "token-2" : "token-1"),
  });
  expect(await svc.health.get()).toBe("in");
  expect(requests[2]?.headers.get("authorization")).toBe("Bearer token-2");
  expect(svc.rateLimit).toMatchObject({ limit: 4 });
});

const OTHER = "https://evil.example/y";

test.each([
  ["the option redirect", { redirect: "follow" }, undefined],
  ["a middleware's request", {}, (request: Request) => new Request(request.url, { headers: request.headers })],
])("raw: redirects are followed without our headers, whatever %s says", async (_, init, onRequest) => {
  const { svc, requests } = setup([redirect("https://cdn.example/x"), json(1)]);
  if (onRequest) svc.raw.use({ onRequest: ({ request }) => onRequest(request) });
  await (svc.raw.GET as Send)("/health", { ...init, headers: { "x-api-key": "k" } });
  expect(requests[0]).toMatchObject({ redirect: "manual" });
  expect(requests[0]?.headers.get("x-api-key")).toBe("k");
  expect([...(requests[1]?.headers.keys() ?? [])]).toEqual([]);
});

test.each([
  ["a middleware's request", {}, () => new Request(OTHER)],
  ["a middleware's request beside baseUrl", {}, () => new Request("https://api.example.evil.example/")],
  ["the option pathSerializer", { pathSerializer: () => OTHER }, undefined],
  ["the option pathSerializer with dots", { pathSerializer: (path: string) => `${path}/../../x` }, undefined],
  ["the option baseUrl", { baseUrl: "https://evil.example" }, undefined],
])("raw: an address outside of baseUrl is refused, whatever %s says", async (_, init, onRequest) => {
  const { svc, requests } = setup([json(1)]);
  if (onRequest) svc.raw.use({ onRequest });
  const call = (svc.raw.GET as Send)("/personas/{persona_id}/emails", {
    ...init,
    params: { path: { persona_id: "p" } },
  });
  expect((await rejection(call)).name).toBe("ConfigurationError");
  expect(requests).toHaveLength(0);
});

test("raw: a path serializer of one call fills what the guard has seen", async () => {
  const { svc, requests } = setup([json(1)]);
  const pathSerializer = (path: string, values: { persona_id: string }): string =>
    path.replace("{persona_id}", `;id=${encodeURIComponent(values.persona_id)}`);
  const get = (persona_id: string): Promise<unknown> =>
    (svc.raw.GET as Send)("/personas/{persona_id}/emails", { pathSerializer, params: { path: { persona_id } } });
  await get("p/1");
  expect(requests[0]?.url).toBe("https://api.example/personas/;id=p%2F1/emails");
  expect((await rejection(get(".."))).name).toBe("ConfigurationError");
});
