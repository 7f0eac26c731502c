import { expect, test, vi } from "vitest";
import { oauth2Password, type SvcClientOptions } from "../src/index.ts";
import { type Next, retry } from "../src/policies.ts";
import { downloadNetworkLogs, downloadReplay } from "./generated/client/downloads.ts";
import { json, rejection } from "./support/client.ts";
import { createSvcClient, type SvcClient } from "./support/service.ts";

/** A client as somebody makes it who has the options of another one in mind. */
function make(options: object = {}): SvcClient {
  const all = { baseUrl: "https://svc.example/v1", auth: "k", fetch: async () => json([]), retry: false, ...options };
  return createSvcClient(all as SvcClientOptions);
}

/** An answer as a real fetch gives it: with its address. */
const from = (url: string, response: Response): Response => Object.defineProperty(response, "url", { value: url });
const answers =
  (status: number, body: string, type = "application/json") =>
  async ({ url }: Request) =>
    from(url, new Response(body, { status, headers: { "content-type": type } }));
const USED_UP = {
  "x-ratelimit-limit": "9",
  "x-ratelimit-remaining": "0",
  "x-ratelimit-reset": `${Math.ceil(Date.now() / 1000) + 60}`,
};
const never = (_: Request, init?: RequestInit) =>
  new Promise<Response>((_, fail) => init?.signal?.addEventListener("abort", () => fail(init.signal?.reason)));

const used = json([]);
await used.text();
const usedUp = async (): Promise<Response> => used;
const RETURNED = "ConfigurationError: policies: expected each to return a Response: that of next(request), or another";

const OPTIONS =
  "auth, baseUrl, server, serverVariables, rateLimit, retry, timeoutMs, totalTimeoutMs, hooks, policies, fetch, requestOrigin, maxResponseBytes, allowInsecure, clock, random";
const HOOKS = "onRequest, onResponse, onRetry, onItem, onWait, onRateLimit, onEnd";
const ADDRESS =
  "baseUrl: expected an https URL without credentials or query (http only on loopback, or with allowInsecure), got ";

test.each<[string, object, string]>([
  ["address: other letters", { baseURL: "https://a" }, "baseURL: unknown option; did you mean baseUrl?"],
  ["address: a query", { baseUrl: "https://a.test/v1?key=s3cret" }, `${ADDRESS}https://a.test/v1 with a query`],
  [
    "address: a password",
    { baseUrl: "https://u:s3cret@a.test" },
    `${ADDRESS}https://a.test/ with credentials before the host`,
  ],
  [
    "address: a template",
    { baseUrl: "https://{me}.test" },
    `${ADDRESS}https://{me}.test/ with a {template}, which is not filled in`,
  ],
  [
    "key: a promise",
    { auth: Promise.resolve("k") },
    "auth: no credential for oauth2Password or apiKey; pass one, got an object (Promise)",
  ],
  [
    "policies: one that is not in a list",
    { policies: () => {} },
    "policies: expected a list of functions, got a function",
  ],
  ["origin: an object", { requestOrigin: {} }, "requestOrigin: expected printable ASCII"],
  ["address: not encrypted", { baseUrl: "http://a.test" }, `${ADDRESS}http://a.test/`],
  ["key: another name", { apiKey: "k" }, `apiKey: unknown option; there are ${OPTIONS}`],
  ["key: with its scheme", { auth: "Bearer k" }, 'auth: expected the token alone: "Bearer " is added'],
  ["options: another library's hook", { hooks: { onError() {} } }, `hooks.onError: unknown hook; there are ${HOOKS}`],
  ["options: a misspelt hook", { hooks: { onReqest() {} } }, "hooks.onReqest: unknown hook; did you mean onRequest?"],
  [
    "options: of another policy",
    { retry: { retries: 5 } },
    "retry.retries: unknown option; there are limit, baseMs, maxDelayMs, budget",
  ],
  [
    "types: a number as text",
    { timeoutMs: "5000" },
    'timeoutMs: expected a number above 0 and below 2^31, or false, got "5000"',
  ],
  [
    "types: a limit as text",
    { retry: { limit: "3" } },
    'retry.limit: expected a number from 0 and below 2^31, got "3"',
  ],
  ["types: one policy alone", { policies: () => {} }, "policies: expected a list of functions, got a function"],
  ["fetch: not a function", { fetch: "fetch" }, 'fetch: expected a function, got "fetch"'],
])("making a client: %s", (_, options, message) => {
  expect(() => make(options)).toThrow(expect.objectContaining({ name: "ConfigurationError", message }));
});

// biome-ignore lint/suspicious/noExplicitAny: mistakes are what types refuse
type Call = (svc: any) => unknown;

test.each<[string, Call, string]>([
  [
    "parameters: a misspelt one",
    (svc) => svc.personas.emails.list("p", { onlyUnread: true }),
    "onlyUnread: unknown parameter; did you mean only_unread? (pass undocumented ones in the option `query`)",
  ],
  [
    "parameters: an option among them",
    (svc) => svc.personas.emails.list("p", { signal: new AbortController().signal }),
    "signal: an option, not a parameter: pass it in the next argument",
  ],
  [
    "parameters: a unit",
    (svc) => svc.personas.emails.list("p", { timedelta: { minuts: 5 } }),
    "timedelta.minuts: unknown unit; did you mean minutes?",
  ],
  [
    "ids: an object",
    (svc) => svc.personas.emails.list({ limit: 5 }),
    "persona_id: expected text or a number, not an object",
  ],
  [
    "ids: none",
    (svc) => svc.personas.emails.list(undefined),
    "persona_id: expected a non-empty path segment without dot segments or {template}, got undefined",
  ],
  [
    "options: a misspelt one of a call",
    (svc) => svc.health.get({ timeout: 5 }),
    "timeout: unknown option; did you mean timeoutMs?",
  ],
  [
    "options: a credential among the headers",
    (svc) => svc.health.get({ headers: { Authorization: "Bearer other" } }),
    "headers.authorization: expected none beside auth; svc.withOptions({ auth }) calls with another credential",
  ],
  [
    "options: headers as text",
    (svc) => svc.health.get({ headers: "x-id: 5" }),
    'headers: expected an object, got "x-id: 5"',
  ],
  ["options: a query as text", (svc) => svc.health.get({ query: "a=b" }), 'query: expected an object, got "a=b"'],
  [
    "options: a header that is an object",
    (svc) => svc.health.get({ headers: { "x-id": {} } }),
    "x-id: expected printable Latin text",
  ],
  [
    "parameters: a Map",
    (svc) => svc.personas.emails.list("p", new Map([["limit", 3]])),
    "parameters: expected an object, got an object (Map)",
  ],
  [
    "options: a query as URLSearchParams",
    (svc) => svc.health.get({ query: new URLSearchParams("a=b") }),
    "query: expected an object, got an object (URLSearchParams)",
  ],
  [
    "parameters: a Set as a list",
    (svc) => svc.personas.emails.list("p", { limit: new Set([3]) }),
    "limit: expected text, a number, a list or an object, got an object (Set)",
  ],
  [
    "parameters: a function",
    (svc) => svc.personas.emails.list("p", { limit: () => 3 }),
    "limit: expected text, a number, a list or an object, got a function",
  ],
  [
    "raw: a query as URLSearchParams",
    (svc) =>
      (svc["raw" as never] as { GET(path: string, init: object): unknown }).GET("/health", {
        params: { query: new URLSearchParams("a=b") },
      }),
    "query: expected an object, got an object (URLSearchParams)",
  ],
  [
    "parameters: no number",
    (svc) => svc.personas.emails.list("p", { limit: Number.NaN }),
    "limit: expected a finite number, got NaN",
  ],
  [
    "raw: no slash before the path",
    (svc) => (svc["raw" as never] as { GET(path: string): unknown }).GET("health"),
    "path: expected one below baseUrl that begins with a slash, filled in",
  ],
  [
    "options: a priority in words",
    (svc) => svc.health.get({ priority: "high" }),
    'priority: expected a number, got "high"',
  ],
  [
    "aborting: the controller as signal",
    (svc) => svc.health.get({ signal: new AbortController() }),
    "signal: expected an AbortSignal: pass controller.signal, got an object (AbortController)",
  ],
  [
    "downloads: a misspelt option",
    (svc) => downloadNetworkLogs(svc, "s1", { concurency: 2 } as object).next(),
    "concurency: unknown option; did you mean concurrency?",
  ],
])("calling a method: %s", async (_, call, message) => {
  const error = await rejection(Promise.resolve(call(make())));
  expect(error).toMatchObject({ name: "ConfigurationError", message });
});

test.each<[string, object, Call, string]>([
  [
    "address: a wrong prefix",
    { fetch: answers(404, '{"detail":"Not Found"}') },
    (svc) => svc.health.get(),
    "NotFoundError: health.get: 404 Not Found (https://svc.example/v1/health)",
  ],
  [
    "address: of a site for people",
    { fetch: answers(200, "<!doctype html>", "text/html") },
    (svc) => svc.personas.emails.list("p"),
    "SvcApiError: personas.emails.list: 200 not JSON (text/html) (https://svc.example/v1/personas/p/emails)",
  ],
  [
    "address: an error page",
    { fetch: answers(502, "<html>...", "text/html") },
    (svc) => svc.health.get(),
    "ServerError: health.get: 502 an HTML page (https://svc.example/v1/health)",
  ],
  [
    "fetch: a bare mock",
    { fetch: vi.fn() },
    (svc) => svc.health.get(),
    "ConfigurationError: fetch: expected a function that returns a Response, got undefined",
  ],
  [
    "fetch: a mock of axios",
    { fetch: async () => ({ data: [] }) },
    (svc) => svc.health.get(),
    "ConfigurationError: fetch: expected a function that returns a Response, got an object (Object)",
  ],
  [
    "fetch: one response for all requests",
    { fetch: usedUp },
    (svc) => svc.health.get(),
    "ConfigurationError: fetch: expected a new Response for each request, got one whose body was read",
  ],
  [
    "keys: a function that gives the scheme, too",
    { auth: async () => "Bearer k" },
    (svc) => svc.personas.emails.list("p"),
    'ConfigurationError: auth: expected the token alone: "Bearer " is added',
  ],
  [
    "policies: a factory that is not called",
    { policies: [retry] },
    (svc) => svc.health.get(),
    `${RETURNED}, got a function`,
  ],
  [
    "policies: one that returns nothing",
    { policies: [async (request: Request, next: Next) => void (await next(request))] },
    (svc) => svc.health.get(),
    `${RETURNED}, got undefined`,
  ],
  [
    "policies: one that passes nothing on",
    { policies: [(_: Request, next: () => unknown) => next()] },
    (svc) => svc.health.get(),
    "ConfigurationError: policies: expected each to pass a Request to next, got undefined",
  ],
  [
    "passwords: a wrong one",
    {
      auth: oauth2Password({ username: "u", password: "wrong-one" }),
      fetch: answers(400, '{"detail":"Incorrect username or password"}'),
    },
    (svc) => svc.personas.emails.list("p"),
    "AuthenticationError: oauth2Password: the token endpoint refused username and password: 400 Incorrect username or password",
  ],
  [
    "waiting: an attempt that is too slow",
    { fetch: never, timeoutMs: 5 },
    (svc) => svc.health.get(),
    "TimeoutError: health.get: took longer than timeoutMs (5 ms)",
  ],
  [
    "waiting: in the queue",
    { fetch: async () => json([], { headers: USED_UP }), totalTimeoutMs: 5 },
    (svc) => svc.health.get().then(() => svc.health.get()),
    "TimeoutError: health.get: took longer than totalTimeoutMs (5 ms), while it waited for the rate limit or a retry",
  ],
  [
    "waiting: longer than allowed",
    {
      fetch: async () => json({ detail: "Too many" }, { status: 429, headers: { "retry-after": "3600" } }),
      rateLimit: { maxWaitMs: 1000 },
      retry: {},
    },
    (svc) => svc.health.get(),
    "RateLimitError: health.get: 429 Too many; the wait for the rate limit is 3600 s, longer than rateLimit.maxWaitMs: raise it, or call again later",
  ],
  [
    "aborting: by the caller",
    { fetch: never },
    (svc) => svc.health.get({ signal: AbortSignal.abort() }),
    "AbortedError: health.get: aborted by the caller",
  ],
  [
    "closing: before the last call",
    {},
    (svc) => svc.close().then(() => svc.health.get()),
    "AbortedError: health.get: the client is closed",
  ],
  [
    "downloads: of what is not there",
    { fetch: answers(404, '{"detail":"No such session"}') },
    (svc) => downloadReplay(svc, "nope"),
    "NotFoundError: sessions.replay.get: 404 No such session (https://svc.example/v1/sessions/nope/replay)",
  ],
  [
    "downloads: read twice",
    { fetch: answers(200, '{"mp4_url":"https://svc.example/1.mp4"}') },
    async (svc) => {
      const { stream, text } = await downloadReplay(svc, "s1");
      stream.getReader();
      return text();
    },
    "ConfigurationError: replay.mp4: already read; download it again",
  ],
])("what happens to a call: %s", async (_, options, call, message) => {
  expect(`${await rejection(Promise.resolve(call(make(options))))}`).toBe(message);
});

test("a retry for which the wait is too long is not told of: nothing is sent again", async () => {
  const events: string[] = [];
  const fetch = async () => json(null, { status: 429, headers: { "retry-after": "3600" } });
  const hooks = { onRetry: () => events.push("retry"), onRequest: () => events.push("request") };
  await rejection(make({ fetch, hooks, retry: {}, rateLimit: { maxWaitMs: 1000 } }).health.get());
  expect(events).toEqual(["request"]);
});

test("a level of the log that does not exist is told with the levels, and the client works without", async () => {
  vi.stubEnv("SVC_LOG", "verbose");
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(await make().health.get()).toEqual([]);
  expect(warn.mock.calls).toEqual([
    [
      'SVC_LOG: ConfigurationError: level: expected one of debug, info, warn, error, got "verbose"; logTo of @svc/client/log makes a log, too',
    ],
  ]);
  warn.mockRestore();
});
