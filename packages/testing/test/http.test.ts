import { connect } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { build, createFakeSvc, type FakeServer, systemClock } from "./support/service.ts";

const AUTH = { authorization: "Bearer t" };
const fake = createFakeSvc({ rateLimit: false });
let server: FakeServer;
beforeAll(async () => {
  server = await fake.listen({ port: 0 });
});
afterAll(() => fake.close());

/** Sends bytes and reads until the server closes. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
  });
}

async function control(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<[number, unknown]> {
  const init = body === undefined ? { headers } : { method: "POST", body: JSON.stringify(body), headers };
  const response = await fetch(`${server.url}/__fake/${path}`, init);
  return [response.status, await response.json()];
}

test("it listens on loopback only, on a port that is free", () => {
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  expect(server.port).toBeGreaterThan(0);
});

test("a port that is taken is refused", async () => {
  await expect(fake.listen({ port: server.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("a page of another origin may call it, and read every header", async () => {
  const preflight = await fetch(`${server.url}/health`, {
    method: "OPTIONS",
    headers: {
      origin: "https://app.example.test",
      "access-control-request-method": "GET",
      "access-control-request-headers": "authorization",
    },
  });
  expect([
    preflight.status,
    preflight.headers.get("access-control-allow-origin"),
    preflight.headers.get("access-control-allow-headers"),
  ]).toEqual([204, "https://app.example.test", "authorization"]);
  const calls = fake.calls.length;
  const response = await fetch(`${server.url}/health`, { headers: { ...AUTH, origin: "https://app.example.test" } });
  expect(response.headers.get("access-control-expose-headers")).toContain("date");
  expect(fake.calls.length).toBe(calls + 1);
});

test("a reset during the headers breaks off an answer that began well", async () => {
  fake.fail({ reset: "during" });
  const seen = await new Promise((resolve) => {
    let text = "";
    const socket = connect(server.port, "127.0.0.1", () => socket.write("GET /health HTTP/1.1\r\nhost: x\r\n\r\n"));
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", (error) => resolve([text, (error as NodeJS.ErrnoException).code]));
  });
  expect(seen).toEqual(["HTTP/1.1 200 OK\r\ncontent-type: applica", "ECONNRESET"]);
  fake.fail({ reset: "during" });
  await expect(fetch(`${server.url}/health`, { headers: AUTH })).rejects.toMatchObject({
    cause: { code: "ECONNRESET" },
  });
});

test.each([{ truncate: true }, { reset: "during" }, { reset: "after" }, { reset: "body" }] as const)(
  "%j breaks off while the test's fake timers stand still",
  async (fault) => {
    vi.useFakeTimers();
    try {
      fake.fail(fault);
      const text = fetch(`${server.url}/health`, { headers: AUTH }).then((response) => response.text());
      await expect(text).rejects.toThrow(/fetch failed|terminated/);
    } finally {
      vi.useRealTimers();
    }
  },
);

test("OPTIONS that is no preflight is the service's to answer", async () => {
  const response = await fetch(`${server.url}/health`, {
    method: "OPTIONS",
    headers: { origin: "https://app.example.test" },
  });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET"]);
});

test("what is no HTTP is answered as uvicorn does", async () => {
  expect(await raw("NONSENSE\r\n\r\n")).toMatch(
    /^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*Invalid HTTP request received\.$/,
  );
});

test.each([
  ["a chunk whose length is no number", "zz\r\nabc\r\n0\r\n\r\n"],
  ["a chunk without its end", "3\r\nabcdef\r\n0\r\n\r\n"],
])("%s is answered 400, and the connection is closed", async (_, chunks) => {
  const head = "POST /health HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";
  expect(await raw(head + chunks)).toContain("HTTP/1.1 4");
});

test("HEAD is answered without a body, and the connection goes on", async () => {
  const answer = await raw(
    "HEAD /health HTTP/1.1\r\nhost: x\r\n\r\nGET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
  );
  expect(answer).toMatch(/^HTTP\/1\.1 405[\s\S]*content-length: 31[\s\S]*HTTP\/1\.1 401/);
});

test("download addresses lead back to the server that was asked", async () => {
  fake.sessions("s1").network.logs.add({ body: "log" });
  const logs = (await (await fetch(`${server.url}/sessions/s1/network/logs`, { headers: AUTH })).json()) as {
    batches: { download_url: string }[];
  };
  const url = logs.batches[0]?.download_url ?? "";
  expect(url.startsWith(`${server.url}/`)).toBe(true);
  expect(await (await fetch(url)).text()).toBe("log");
});

test("a base address with a path is served below that path", async () => {
  const own = createFakeSvc({ baseUrl: "https://svc.example.test/api" });
  const at = await own.listen();
  expect(at.url).toBe(`http://127.0.0.1:${at.port}/api`);
  expect((await fetch(`${at.url}/health`, { headers: AUTH })).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${at.port}/health`, { headers: AUTH })).status).toBe(404);
  const redirect = await fetch(`${at.url}/health/`, { headers: AUTH, redirect: "manual" });
  expect([redirect.status, redirect.headers.get("location")]).toEqual([307, `${at.url}/health`]);
  await own.close();
});

test("it closes at once, with connections open, and requests that are never answered", async () => {
  const own = createFakeSvc();
  const at = await own.listen();
  await (await fetch(`${at.url}/health`, { headers: AUTH })).text();
  own.fail({ timeout: true });
  const hanging = fetch(`${at.url}/health`, { headers: AUTH }).catch((error: Error) => error.message);
  while (own.calls.length < 2) await new Promise((resolve) => setImmediate(resolve));
  const start = performance.now();
  await own.close();
  expect(performance.now() - start).toBeLessThan(500);
  expect(await hanging).toBe("fetch failed");
  await at.close();
});

test("another process drives it by its control endpoints", async () => {
  fake.reset();
  const state = {
    personas: { p9: { emails: [{ subject: "from state", unread: false }, { subject: "new" }] } },
    sessions: {
      s9: { cookies: [{ name: "sid" }], network: { logs: [{ key: "k", body: "x" }] }, replay: { video_start_ms: 1 } },
    },
    users: [{ username: "u", password: "p" }],
    answers: { health_get: { status: 200, body: { ok: true } } },
  };
  expect(await control("state", state)).toEqual([200, {}]);
  const read = async (path: string) => (await fetch(server.url + path, { headers: AUTH })).json();
  expect(await read("/personas/p9/emails?only_unread=true")).toMatchObject([{ subject: "new" }]);
  expect(await read("/sessions/s9/cookies")).toEqual({ cookies: [{ name: "sid" }] });
  expect(await read("/sessions/s9/network/logs")).toMatchObject({ batches: [{ key: "k", size: 1 }] });
  expect(await read("/sessions/s9/replay")).toEqual({ video_start_ms: 1 });
  expect(await read("/health")).toEqual({ ok: true });
  expect(await control("fail", { status: 503 })).toEqual([200, {}]);
  expect((await fetch(`${server.url}/health`, { headers: AUTH })).status).toBe(503);
  const now = fake.clock.now();
  expect(await control("clock", { minutes: 1 })).toEqual([200, { now: new Date(now + 60_000).toISOString() }]);
  const [status, calls] = (await control("calls")) as [number, { status: number }[]];
  expect([status, calls.map((call) => call.status)]).toEqual([200, [200, 200, 200, 200, 200, 503]]);
  expect(await control("reset", {})).toEqual([200, {}]);
  expect(fake.calls).toHaveLength(0);
});

test.each<[string, unknown, number, string]>([
  ["stat", undefined, 404, 'unknown path /__fake/stat; did you mean "state"?'],
  ["put", { path: "/personas/{persona_id}/mails" }, 400, '; did you mean "/personas/{persona_id}/emails"?'],
  ["reset", undefined, 405, "/__fake/reset takes POST."],
  ["fail", { nope: 1 }, 400, 'unknown option "nope"'],
  ["clock", { second: 1 }, 400, 'time span: unknown unit "second"'],
  ["clock", { days: 1e8 }, 400, "A clock ends with the year 9999"],
  ["state", { personas: { p: { emails: {} } } }, 400, "/personas/p/emails: expected a list."],
  ["state", { answers: { nope: {} } }, 400, 'no operation "nope"'],
  ["state", { persona: {} }, 400, "/persona: unknown key"],
])("a control endpoint says what it cannot do: %s", async (path, body, status, message) => {
  expect(await control(path, body)).toEqual([status, { error: expect.stringContaining(message) }]);
});

test("a state that cannot be used changes nothing", async () => {
  const emails = [{ subject: "kept out" }];
  const bad = { personas: { half: { emails } }, answers: { health_get: { status: 204 }, nope: {} } };
  expect(await control("state", bad)).toEqual([400, { error: expect.stringMatching(/^\/answers\/nope: /) }]);
  const persona = await fetch(`${server.url}/personas/half/emails`, { headers: AUTH });
  expect(await persona.text()).not.toContain("kept out");
  expect((await fetch(`${server.url}/health`, { headers: AUTH })).status).toBe(200);
});

test("pages of other machines cannot control it", async () => {
  expect((await control("reset", {}, { origin: "https://evil.example.test" }))[0]).toBe(403);
  expect((await control("reset", {}, { origin: "http://localhost:5173" }))[0]).toBe(200);
});

test("a state with half of a surrogate pair is refused, and every list can be read", async () => {
  const body = '{"personas":{"half":{"emails":[{"subject":"\\ud800"}]}}}';
  const response = await fetch(`${server.url}/__fake/state`, { method: "POST", body });
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("half of a surrogate pair")]);
  expect((await fetch(`${server.url}/personas/half/emails`, { headers: AUTH })).status).toBe(200);
});

test("pages cannot embed what controls it", async () => {
  expect((await control("calls", undefined, { "sec-fetch-site": "cross-site" }))[0]).toBe(403);
  expect((await control("calls", undefined, { "sec-fetch-site": "same-origin" }))[0]).toBe(200);
  // What a sandboxed page sends is of no origin.
  expect((await control("reset", {}, { origin: "null" }))[0]).toBe(403);
});

test("an answer that a browser shows runs nothing, and clients see the service's headers", async () => {
  const policy = async (headers: Record<string, string>) =>
    (await fetch(`${server.url}/health`, { headers: { ...AUTH, ...headers } })).headers.get("content-security-policy");
  expect(await policy({ "sec-fetch-dest": "document" })).toMatch(/^sandbox;/);
  expect(await policy({ "sec-fetch-dest": "iframe" })).toMatch(/^sandbox;/);
  expect(await policy({ "sec-fetch-dest": "empty" })).toBeNull();
  // To a name that is no loopback address browsers do not say what they want it for.
  expect(await policy({ "user-agent": "Mozilla/5.0" })).toMatch(/^sandbox;/);
  expect(await policy({})).toBeNull();
  const off = fake.on("health_get", () => new Response("<p>", { headers: { "content-type": "text/html" } }));
  expect(await policy({})).toMatch(/^sandbox;/);
  off();
});

test("the system clock cannot be advanced", async () => {
  const own = createFakeSvc({ clock: systemClock });
  const at = await own.listen();
  const response = await fetch(`${at.url}/__fake/clock`, { method: "POST", body: '{"seconds":1}' });
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: "The fake runs on the system clock, which cannot be advanced." },
  ]);
  const health = await fetch(`${at.url}/health`, { headers: AUTH });
  expect(Math.abs(Date.parse(health.headers.get("date") ?? "") - Date.now())).toBeLessThan(5000);
  await own.close();
});

test("a block closes it", async () => {
  let url = "";
  {
    await using own = createFakeSvc();
    own.personas("p").emails.add(build.email());
    url = (await own.listen()).url;
  }
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

test("a name with half of a surrogate pair is refused, also in problem details", async () => {
  const content = { "application/json": { schema: { type: "object", properties: { n: {} } } } };
  const post = { requestBody: { content }, responses: { 201: { description: "", content } } };
  const document = { openapi: "3.1.0", info: { title: "x", version: "1" }, paths: { "/items": { post } } };
  const { fetch: send, baseUrl } = createFakeSvc({ document } as never);
  const headers = { "content-type": "application/json" };
  const response = await send(`${baseUrl}/items`, { method: "POST", headers, body: '{"\\ud800":1}' });
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("\\ud800: Input")]);
});
