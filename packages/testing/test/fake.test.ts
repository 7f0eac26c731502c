import { documentOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { build, createFakeSvc, type Fake, type FakeSvcOptions, type OperationTypes } from "./support/service.ts";

type Svc = Fake<OperationTypes>;

const AUTH = { authorization: "Bearer t" };

function get(fake: Svc, path: string, init: RequestInit = {}): Promise<Response> {
  return fake.fetch(fake.baseUrl + path, { headers: AUTH, ...init });
}

async function read<Value>(fake: Svc, path: string): Promise<Value> {
  return (await (await get(fake, path)).json()) as Value;
}

function limits({ headers }: Response): (string | null)[] {
  return ["limit", "remaining", "reset"].map((name) => headers.get(`x-ratelimit-${name}`));
}

test("emails are listed newest first, by limit, read state and age on the fake's clock", async () => {
  const fake = createFakeSvc();
  const email = (subject: string, minutes: number) =>
    build.email({ subject, created_at: new Date(fake.clock.now() - minutes * 60_000).toISOString() });
  fake.personas("p1").emails.add([email("old", 60), email("new", 1)], { unread: false });
  fake.personas("p1").emails.add(email("unread", 10));
  const subjects = async (query: string) =>
    (await read<{ subject: string }[]>(fake, `/personas/p1/emails${query}`)).map(({ subject }) => subject);
  expect(await subjects("")).toEqual(["new", "unread", "old"]);
  expect(await subjects("?limit=1")).toEqual(["new"]);
  expect(await subjects("?only_unread=true")).toEqual(["unread"]);
  expect(await subjects("?timedelta=PT15M")).toEqual(["new", "unread"]);
  await fake.clock.advance({ minutes: 10 });
  expect(await subjects("?timedelta=PT15M")).toEqual(["new"]);
  expect(fake.personas("p1").emails.all()).toHaveLength(3);
  expect(await read(fake, "/personas/p2/emails")).toEqual([]);
});

test("the order of emails is a choice", async () => {
  for (const [emailOrder, expected] of [
    ["oldest-first", ["a", "b"]],
    ["as-added", ["b", "a"]],
  ] as const) {
    const fake = createFakeSvc({ emailOrder });
    const at = (subject: string, day: number) => build.email({ subject, created_at: `2025-01-0${day}T00:00:00Z` });
    fake.personas("p").emails.add([at("b", 2), at("a", 1)]);
    expect((await read<{ subject: string }[]>(fake, "/personas/p/emails")).map(({ subject }) => subject)).toEqual(
      expected,
    );
  }
});

test("what a test puts in does not change when it is changed later", async () => {
  const fake = createFakeSvc();
  const email = build.email({ subject: "first" });
  fake.personas("p").emails.add(email);
  email.subject = "changed";
  expect(await read(fake, "/personas/p/emails")).toMatchObject([{ subject: "first" }]);
});

test("ids that hold nothing are answered 404 where that is chosen", async () => {
  const fake = createFakeSvc({ onUnseeded: "not-found" });
  expect((await get(fake, "/sessions/s1/replay")).status).toBe(404);
  fake.sessions("s1").replay.set({ video_duration_ms: 5 });
  expect(await read(fake, "/sessions/s1/replay")).toEqual({ video_duration_ms: 5 });
  expect((await get(fake, "/sessions/s1/cookies")).status).toBe(404);
});

test("what was recorded is answered before 404", async () => {
  const entry = { method: "GET", target: "/sessions/s1/cookies", status: 200, contentType: "application/json" };
  const recording = { format: "svc-recording-1", entries: [{ ...entry, body: '{"cookies":[]}' }] } as const;
  const fake = createFakeSvc({ onUnseeded: "not-found", recording });
  expect(await read(fake, "/sessions/s1/cookies")).toEqual({ cookies: [] });
  expect((await get(fake, "/sessions/s2/cookies")).status).toBe(404);
  fake.sessions("s1").cookies.set([]);
  fake.sessions("s2").cookies.set([]);
  expect((await get(fake, "/sessions/s2/cookies")).status).toBe(200);
});

test("the token endpoint is where the document has it", async () => {
  const flow = { type: "oauth2", flows: { password: { tokenUrl: "auth/login", scopes: {} } } };
  const operation = { operationId: "me", security: [{ o: [] }], responses: { 200: { description: "" } } };
  const document = documentOf({ paths: { "/me": { get: operation } }, components: { securitySchemes: { o: flow } } });
  const fake = createFakeSvc({ document, baseUrl: "https://svc.example.test/api", tokens: [] });
  const body = new URLSearchParams({ grant_type: "password", username: "u", password: "p" });
  const answer = await fake.fetch(`${fake.baseUrl}/auth/login`, { method: "POST", body });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const send = (given: string) => fake.fetch(`${fake.baseUrl}/me`, { headers: { authorization: `Bearer ${given}` } });
  expect([answer.status, (await send(token)).status, (await send("other")).status]).toEqual([200, 200, 401]);
  fake.assertNoUnmatched();
  expect(JSON.stringify(fake.calls)).not.toContain(token);
});

test("downloads are served by the fake until they expire on its clock, in ranges, too", async () => {
  const fake = createFakeSvc();
  fake.sessions("s1").network.logs.add({ body: "0123456789" });
  const logs = await read<{
    batches: { download_url: string; size: number; download_url_expires_in_seconds: number }[];
  }>(fake, "/sessions/s1/network/logs");
  const [batch] = logs.batches;
  expect(batch?.size).toBe(10);
  const url = batch?.download_url ?? "";
  const range = async (value: string) => {
    const response = await fake.fetch(url, { headers: { range: value } });
    return [response.status, response.headers.get("content-range"), await response.text()];
  };
  expect(await (await fake.fetch(url)).text()).toBe("0123456789");
  expect(await range("bytes=2-4")).toEqual([206, "bytes 2-4/10", "234"]);
  expect(await range("bytes=8-")).toEqual([206, "bytes 8-9/10", "89"]);
  expect(await range("bytes=-3")).toEqual([206, "bytes 7-9/10", "789"]);
  expect(await range("bytes=10-")).toEqual([416, "bytes */10", ""]);
  expect(await range("lines=1-2")).toEqual([200, null, "0123456789"]);
  await fake.clock.advance({ seconds: batch?.download_url_expires_in_seconds ?? 0 });
  expect((await fake.fetch(url)).status).toBe(403);
  expect(fake.calls.unmatched).toEqual([]);
});

test("a response without a media type has none, by the injected fetch and by HTTP", async () => {
  await using fake = createFakeSvc();
  const server = await fake.listen();
  fake.sessions("s1").network.logs.add({ body: "0123456789" });
  const { batches } = await read<{ batches: { download_url: string }[] }>(fake, "/sessions/s1/network/logs");
  const url = batches[0]?.download_url ?? "";
  const init = { headers: { range: "bytes=10-" } };
  const responses = [await fake.fetch(url, init), await fetch(url.replace(fake.baseUrl, server.url), init)];
  expect(responses.map(({ status, headers }) => [status, headers.get("content-type")])).toEqual([
    [416, null],
    [416, null],
  ]);
});

test("required headers of the same response move with the clock", async () => {
  const fake = createFakeSvc({ rateLimit: false });
  const reset = async () => {
    const { headers } = await fake.fetch(`${fake.baseUrl}/health`, { headers: { authorization: "Bearer t" } });
    return Number(headers.get("x-ratelimit-reset"));
  };
  const first = await reset();
  expect(await reset()).toBe(first);
  await fake.clock.advance({ seconds: 5 });
  expect(await reset()).toBe(first + 5);
});

test("a fixed window allows its limit, refuses the rest, and comes back at the reset", async () => {
  const fake = createFakeSvc({ rateLimit: { limit: 2, window: { seconds: 60 } } });
  const reset = String(fake.clock.now() / 1000 + 60);
  await fake.clock.advance({ seconds: 20 });
  expect(limits(await get(fake, "/health"))).toEqual(["2", "1", reset]);
  expect(limits(await get(fake, "/nowhere"))).toEqual(["2", "0", reset]);
  const refused = await get(fake, "/health");
  expect([refused.status, limits(refused), await refused.json()]).toEqual([
    429,
    ["2", "0", reset],
    { message: "Too Many Requests", detail: "Rate limit exceeded" },
  ]);
  expect((await get(fake, "/health", { headers: { authorization: "Bearer other" } })).status).toBe(200);
  await fake.clock.advance({ seconds: 40 });
  expect((await get(fake, "/health")).status).toBe(200);
  expect(fake.rateLimitOf("Bearer t")).toMatchObject({ limit: 2, remaining: 1 });
});

test("answers of every status carry the limits and the fake's date", async () => {
  const fake = createFakeSvc();
  const answers = [
    await get(fake, "/health"),
    await get(fake, "/health", { headers: {} }),
    await get(fake, "/nowhere"),
    await get(fake, "/health", { method: "DELETE" }),
    await get(fake, "/personas/p/emails?limit=0"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 405, 422]);
  for (const answer of answers) {
    expect(limits(answer)).not.toContain(null);
    expect(answer.headers.get("date")).toBe("Sun, 01 Jun 2025 12:00:00 GMT");
  }
});

test("a sliding window gives back each request one window after it was sent", async () => {
  const fake = createFakeSvc({ rateLimit: { limit: 2, window: { seconds: 1 }, kind: "sliding" } });
  const status = async () => (await get(fake, "/health")).status;
  expect(await status()).toBe(200);
  await fake.clock.advance(500);
  expect([await status(), await status()]).toEqual([200, 429]);
  await fake.clock.advance(500);
  expect([await status(), await status()]).toEqual([200, 429]);
});

test("a concurrency quota refuses with requests remaining", async () => {
  const fake = createFakeSvc({ rateLimit: { concurrency: 1 } });
  fake.fail({ latencyMs: 100 });
  const slow = get(fake, "/health");
  while (fake.clock.pending === 0) await new Promise((resolve) => setImmediate(resolve));
  const refused = await get(fake, "/health");
  expect([refused.status, Number(refused.headers.get("x-ratelimit-remaining")) > 0]).toEqual([429, true]);
  await fake.clock.advance(100);
  expect((await slow).status).toBe(200);
  expect((await get(fake, "/health")).status).toBe(200);
});

test("tokens are accepted by list or by function, else 401", async () => {
  const cases: [FakeSvcOptions["tokens"], string, number][] = [
    [["a"], "a", 200],
    [["a"], "b", 401],
    [(token) => token.startsWith("x"), "xy", 200],
    [(token) => token.startsWith("x"), "y", 401],
    [undefined, "anything", 200],
  ];
  for (const [tokens, token, status] of cases) {
    const fake = createFakeSvc(tokens === undefined ? {} : { tokens });
    const response = await get(fake, "/health", { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(status);
    if (status === 401) expect(response.headers.get("www-authenticate")).toBe("Bearer");
  }
});

test("the token endpoint issues, refreshes and expires tokens", async () => {
  const fake = createFakeSvc({ tokens: [] });
  fake.tokens.allow({ username: "u", password: "p" });
  const post = async (form: Record<string, string>) => {
    const response = await fake.fetch(`${fake.baseUrl}/token`, { method: "POST", body: new URLSearchParams(form) });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  const health = async (token = "") =>
    (await get(fake, "/health", { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await post({ grant_type: "password", username: "u", password: "wrong" })).toEqual({
    status: 400,
    body: { error: "invalid_grant" },
  });
  expect((await post({ grant_type: "magic" })).body).toEqual({ error: "unsupported_grant_type" });
  const { body } = await post({ grant_type: "password", username: "u", password: "p" });
  expect(await health(body["access_token"])).toBe(200);
  await fake.clock.advance({ seconds: Number(body["expires_in"]) });
  expect(await health(body["access_token"])).toBe(401);
  const refresh = { grant_type: "refresh_token", refresh_token: body["refresh_token"] ?? "" };
  const again = await post(refresh);
  expect(await health(again.body["access_token"])).toBe(200);
  expect((await post(refresh)).status).toBe(400);
  expect(JSON.stringify(fake.calls)).not.toMatch(/fake-access-token|fake-refresh-token|password=p\b/);
  expect(fake.calls.unmatched).toEqual([]);
});

test("a handler sees typed values and the request, and answers before the stores until it is taken away", async () => {
  const fake = createFakeSvc();
  const seen: unknown[] = [];
  const off = fake.on("persona_emails_list", async ({ path, query, headers, request, credential }) => {
    seen.push(path, query, headers["x-svc-request-origin"], new URL(request.url).search, credential);
    return [build.email({ subject: "handled" })];
  });
  const path = "/personas/p%201/emails?limit=5&timedelta=PT5M";
  const response = await get(fake, path, { headers: { ...AUTH, "x-svc-request-origin": "test" } });
  expect(await response.json()).toMatchObject([{ subject: "handled" }]);
  expect(seen).toEqual([
    { persona_id: "p 1" },
    { limit: 5, timedelta: "PT5M", only_unread: false },
    "test",
    "?limit=5&timedelta=PT5M",
    "t",
  ]);
  const inner = fake.on("persona_emails_list", () => Response.json([], { status: 203, headers: { "x-own": "1" } }));
  expect((await get(fake, path)).status).toBe(203);
  inner();
  expect((await get(fake, path)).status).toBe(200);
  off();
  fake.personas("p 1").emails.add(build.email({ subject: "stored" }));
  expect(await read(fake, "/personas/p%201/emails")).toMatchObject([{ subject: "stored" }]);
  expect(() => fake.on("nope" as "health_get", () => null)).toThrow(/fake\.on: no operation "nope"; the nearest are /);
});

test("an error of a test's handler is a 500, and is thrown when the fake is closed", async () => {
  const fake = createFakeSvc();
  fake.on("health_get", () => {
    throw new Error("a bug in the test");
  });
  expect((await get(fake, "/health")).status).toBe(500);
  await expect(fake.close()).rejects.toThrow("a bug in the test");
  await fake.close();
});

test("generated answers are the same for the same seed and arguments, and others for others", async () => {
  const replay = async (seed: number, id: string) =>
    (await get(createFakeSvc({ seed }), `/sessions/${id}/replay`)).text();
  expect(await replay(1, "s1")).toBe(await replay(1, "s1"));
  expect(await replay(1, "s1")).not.toBe(await replay(1, "s2"));
  expect(await replay(1, "s1")).not.toBe(await replay(2, "s1"));
});

test("the journal keeps what was sent and answered, without credentials", async () => {
  const fake = createFakeSvc();
  await get(fake, "/personas/p1/emails?limit=3");
  await get(fake, "/personas/p1/emails?limit=abc");
  const [first, second] = fake.calls;
  expect(first).toMatchObject({
    operation: "persona_emails_list",
    method: "GET",
    target: "/personas/p1/emails?limit=3",
    path: { persona_id: "p1" },
    query: { limit: 3, only_unread: false },
    headers: { authorization: "Bearer [redacted]" },
    status: 200,
    at: new Date(fake.clock.now()),
    durationMs: 0,
  });
  expect(second).toMatchObject({ status: 422, query: { limit: "abc" } });
  expect(JSON.parse(second?.responseBody ?? "")).toMatchObject({ detail: [{ type: "int_parsing" }] });
  expect(fake.calls.filter({ status: 422 })).toEqual([second]);
  expect(fake.calls.filter((call) => call.status === 200)).toEqual([first]);
  expect(fake.calls).toHaveLength(2);
  expect(fake.calls.map((call) => call.status)).toEqual([200, 422]);
});

test("a request that no operation matches is answered as the service does, and noted with the nearest", async () => {
  const fake = createFakeSvc();
  const response = await get(fake, "/sesions/s1/cookies");
  expect([response.status, await response.json()]).toEqual([404, { detail: "Not Found" }]);
  expect(fake.calls.unmatched[0]?.unmatched).toContain('"sesions" instead of "sessions"');
  expect(() => fake.assertNoUnmatched()).toThrow("A request matched no operation:");
  fake.reset();
  fake.assertNoUnmatched();
});

test("an injected fetch has nobody to ask for another address", async () => {
  const fake = createFakeSvc({ baseUrl: "https://svc.example.test/api" });
  const error = await fake.fetch("https://other.example.test/health").catch((reason: Error) => reason);
  expect(error).toBeInstanceOf(TypeError);
  expect(String((error as Error).cause)).toContain(
    "host https://other.example.test instead of https://svc.example.test",
  );
  expect((await get(fake, "/health")).status).toBe(200);
});

test("reset forgets what tests put in, and leaves the clock", async () => {
  const fake = createFakeSvc({ rateLimit: { limit: 1 }, onUnseeded: "not-found" });
  fake.personas("p").emails.add(build.email());
  fake.on("health_get", () => "own");
  fake.fail({ status: 503, times: 5 });
  await fake.clock.advance(1000);
  const now = fake.clock.now();
  await get(fake, "/health");
  fake.reset();
  expect([fake.calls.length, fake.clock.now()]).toEqual([0, now]);
  expect((await get(fake, "/personas/p/emails")).status).toBe(404);
});

test("reset refuses parts that there are not, before it forgets any", async () => {
  const fake = createFakeSvc();
  await get(fake, "/health");
  expect(() => fake.reset(["calls", "nope"] as never)).toThrow(
    'fake.reset: unknown part "nope"; there are calls, faults',
  );
  expect(fake.calls).toHaveLength(1);
});

test("two fakes share nothing", async () => {
  const [a, b] = [createFakeSvc(), createFakeSvc()];
  a.personas("p").emails.add(build.email({ subject: "of a" }));
  a.fail({ status: 500 });
  await a.clock.advance(5000);
  expect((await get(b, "/health")).status).toBe(200);
  expect(await read(b, "/personas/p/emails")).not.toMatchObject([{ subject: "of a" }]);
  expect([a.calls.length, b.calls.length, a.clock.now() - b.clock.now()]).toEqual([0, 2, 5000]);
});

test.each<[FakeSvcOptions, string]>([
  [{ rateLimit: { limit: 0 } }, "rateLimit.limit: expected a whole number of at least 1, got 0."],
  [{ rateLimit: { limit: 1, windowSeconds: 1 } as never }, 'unknown option "windowSeconds"'],
  [{ rateLimit: { limit: 1, window: { seconds: 0 } } }, "rateLimit.window: expected a span longer than 0."],
  [{ rateLimit: {} }, "set limit, concurrency, or both"],
  [{ baseUrl: "svc.example.test" }, "baseUrl: expected an http or https address"],
  [{ token: "x" } as never, 'unknown option "token"'],
  [{ onUnseeded: "nope" } as never, 'onUnseeded: expected generate, not-found, got "nope"'],
  [{ webhooks: null } as never, "webhooks: expected an object, got null"],
  [{ emailOrder: "" } as never, 'emailOrder: expected newest-first, oldest-first, as-added, got ""'],
  [{ emailOrder: "x" } as never, 'emailOrder: expected newest-first, oldest-first, as-added, got "x"'],
  [{ seed: Number.NaN }, "seed: expected a number"],
])("options that cannot be used are refused: %j", (options, message) => {
  expect(() => createFakeSvc(options)).toThrow(message);
});

test("a document that cannot be read is refused with a pointer", () => {
  expect(() => createFakeSvc({ document: { swagger: "2.0" } })).toThrow(/openapi/i);
});

test("generated answers are what was asked for: no more than limit, no older than timedelta, of the session", async () => {
  const fake = createFakeSvc();
  const read = async (path: string) =>
    (await fake.fetch(fake.baseUrl + path, { headers: { authorization: "Bearer t" } })).json();
  for (let index = 0; index < 20; index++) {
    expect(((await read(`/personas/p${index}/emails?limit=1`)) as unknown[]).length).toBeLessThanOrEqual(1);
    for (const { created_at } of (await read(`/personas/p${index}/emails?timedelta=PT30M`)) as { created_at: string }[])
      expect(fake.clock.now() - Date.parse(created_at)).toBeLessThanOrEqual(30 * 60_000);
    const logs = (await read(`/sessions/s${index}/network/logs?limit=1`)) as { session_id: string; batches: unknown[] };
    expect([logs.session_id, logs.batches.length <= 1]).toEqual([`s${index}`, true]);
  }
});

test("generated addresses lead to the fake, to as many bytes as are said, and expire on its clock", async () => {
  const fake = createFakeSvc();
  const send = (url: string) => fake.fetch(url, { headers: { authorization: "Bearer t" } });
  const { batches } = (await (await send(`${fake.baseUrl}/sessions/s/network/logs`)).json()) as {
    batches: { download_url: string; size: number; download_url_expires_in_seconds: number }[];
  };
  for (const { download_url, size } of batches)
    expect((await (await fake.fetch(download_url)).arrayBuffer()).byteLength).toBe(size);
  const { mp4_url } = (await (await send(`${fake.baseUrl}/sessions/s/replay`)).json()) as { mp4_url: string };
  expect((await fake.fetch(mp4_url)).status).toBe(200);
  const [batch] = batches;
  await fake.clock.advance({ seconds: batch?.download_url_expires_in_seconds ?? 0 });
  expect((await fake.fetch(batch?.download_url ?? "")).status).toBe(403);
});
