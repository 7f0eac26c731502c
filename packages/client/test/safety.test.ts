import { inspect } from "node:util";
import { expect, test } from "vitest";
import { ConfigurationError, ConnectionError, SvcApiError } from "../src/errors/errors.ts";
import { createPolicyFetch, createSvcClient } from "../src/index.ts";
import { createClient } from "../src/runtime.ts";
import { json, rejection, setup } from "./support/client.ts";
import { table } from "./support/table.ts";

type Get = (path: string, init?: object) => Promise<{ data?: unknown; response: Response }>;

const REFUSED = [
  "",
  ".",
  "..",
  "%2e",
  "%2E%2e",
  ".%2e",
  "%252e%252E",
  "a\nb",
  "../x",
  "a/../../b",
  "a\0b",
  "\u007f",
  "\ud800",
  "a\udc00b",
  "{persona_id}",
  "{}",
  ["a", "{b}"],
  undefined,
  null,
  [],
  [".."],
  {},
];

test.each(REFUSED)("the path argument %j is refused by methods and raw, and nothing is sent", async (value) => {
  const { svc, requests } = setup([json(1)]);
  const error = await rejection(svc.personas.emails.list(value));
  expect(ConfigurationError.is(error)).toBe(true);
  expect(error.message).toContain("persona_id");
  const raw = await rejection(
    (svc.raw.GET as Get)("/personas/{persona_id}/emails", { params: { path: { persona_id: value } } }),
  );
  expect(ConfigurationError.is(raw)).toBe(true);
  expect(requests).toHaveLength(0);
});

test.each([
  "/personas/{persona_id}/emails",
  "/../admin",
  "/..?x",
  "/%2e%2e?x",
  "/.%2E?x",
  "/a/../..?x",

  "/a/%2e%2E/b",
  "/a/.\t./b",
  ".evil.example/",
  "@evil.example/",
  ":1@evil.example/",
  "/a\\b",
  "x",
])("the raw path %j is refused, and nothing is sent", async (path) => {
  const { svc, requests } = setup([json(1)]);
  expect(ConfigurationError.is(await rejection((svc.raw.GET as Get)(path)))).toBe(true);
  expect(requests).toHaveLength(0);
});

test("another base address for one raw call is refused: the credential would go there", async () => {
  const { svc, requests } = setup([json(1)]);
  expect(
    ConfigurationError.is(await rejection((svc.raw.GET as Get)("/health", { baseUrl: "https://evil.example" }))),
  ).toBe(true);
  expect(requests).toHaveLength(0);
});

test.each([
  ["a/b", "a%2Fb"],
  ["a\\b", "a%5Cb"],
  ["a?b#c", "a%3Fb%23c"],
  ["a{x}", "a%7Bx%7D"],
  ["{x}{y}", "%7Bx%7D%7By%7D"],
  ["$&", "%24%26"],
  ["é😀", "%C3%A9%F0%9F%98%80"],
  [7, "7"],
  [0, "0"],
])("the path argument %j stays in its segment", async (value, text) => {
  const { svc, requests } = setup([json(1)]);
  await svc.personas.emails.list(value);
  expect(requests[0]?.url).toBe(`https://api.example/personas/${text}/emails`);
});

test.each([
  ["baseUrl", {}],
  ["baseUrl", { baseUrl: "" }],
  ["baseUrl", { baseUrl: "nonsense" }],
  ["baseUrl", { baseUrl: "http://api.example" }],
  ["baseUrl", { baseUrl: "http://127.0.0.1.evil.example" }],
  ["baseUrl", { baseUrl: "ftp://api.example", allowInsecure: true }],
  ["baseUrl", { baseUrl: "https://user:pass@api.example" }],
  ["baseUrl", { baseUrl: "https://user@api.example" }],
  ["baseUrl", { baseUrl: "https://api.example/?q=1" }],
  ["baseUrl", { baseUrl: "https://api.example/?" }],
  ["baseUrl", { baseUrl: "https://api.example/#f" }],
  ["auth", { auth: "" }],
  ["auth", { auth: "  " }],
  ["auth", { auth: "top-secret\n" }],
  ["auth", { auth: "top-secret\r\nx: y" }],
  ["auth", { auth: undefined }],
  ["auth", { auth: { other: "x" } }],
  ["auth", { auth: 7 as never }],
  ["timeoutMs", { timeoutMs: 0 }],
  ["timeoutMs", { timeoutMs: Number.NaN }],
  ["timeoutMs", { timeoutMs: 2 ** 31 }],
  ["totalTimeoutMs", { totalTimeoutMs: -1 }],
  ["maxResponseBytes", { maxResponseBytes: "1" as never }],
  ["retry.limit", { retry: { limit: -1 } }],
  ["rateLimit.maxWaitMs", { rateLimit: { maxWaitMs: Number.NaN } }],
  ["retry", { retry: 3 as never }],
  ["rateLimit", { rateLimit: true as never }],
  ["fetch", { fetch: "x" as never }],
  ["random", { random: 0.5 as never }],
  ["random", { random: null as never }],
  ["fetch", { fetch: null as never }],
  ["clock", { clock: null as never }],
  ["clock.now", { clock: {} as never }],
  ["clock.clearTimeout", { clock: { now: Date.now, setTimeout } as never }],
  ["hooks", { hooks: null as never }],
  ["hooks", { hooks: "x" as never }],
  ["hooks.onRetry", { hooks: { onRetry: "x" as never } }],
  ["rateLimit.maxQueued", { rateLimit: { maxQueued: "1" as never } }],
  ["requestOrigin", { requestOrigin: "a\nb" }],
])("a wrong %s is a ConfigurationError when the client is made: %j", (option, options) => {
  const withAuth = {
    ...("baseUrl" in options || option === "baseUrl" ? {} : { baseUrl: "https://api.example" }),
    auth: "x",
    ...options,
  };
  const make = (): unknown => createClient(table, withAuth);
  expect(make).toThrow(ConfigurationError);
  expect(make).toThrow(new RegExp(`^${option}`));
  expect(make).not.toThrow(/top-secret|pass@/);
});

test.each([
  "http://localhost:1",
  "http://127.0.0.1",
  "http://127.9.9.9:8080/x",
  "http://[::1]:3000",
  "https://api.example/a/b",
  "https://api.example/@a",
])("the base address %s is accepted", (baseUrl) => {
  expect(createClient(table, { baseUrl, auth: "x" })).toBeTypeOf("object");
});

test("http to another host is accepted where it is allowed", () => {
  expect(createClient(table, { baseUrl: "http://api.example", auth: "x", allowInsecure: true })).toBeTypeOf("object");
});

test("base address and credential are taken from the environment when the client is made", async () => {
  const { env } = process;
  try {
    process.env = { ...env, SVC_BASE_URL: "https://env.example", SVC_API_KEY: "env-key" };
    const { svc, requests } = setup([json(1)], { baseUrl: undefined, auth: undefined });
    await svc.health.get();
    expect([requests[0]?.url, requests[0]?.headers.get("authorization")]).toEqual([
      "https://env.example/health",
      "Bearer env-key",
    ]);
  } finally {
    process.env = env;
  }
});

const redirect = (location: string, status = 302): Response => new Response(null, { status, headers: { location } });

test("a redirect to the same origin keeps the credential", async () => {
  const { svc, requests } = setup([redirect("/health/", 307), json("there")]);
  expect(await svc.health.get()).toBe("there");
  expect(requests[1]?.url).toBe("https://api.example/health/");
  expect(requests[1]?.headers.get("authorization")).toBe("Bearer secret-token");
});

test("a redirect to another origin carries no header of ours, not even back home", async () => {
  const { svc, requests } = setup(
    [redirect("https://cdn.example/x"), redirect("https://api.example/y"), json("there")],
    { requestOrigin: "tests" },
  );
  expect(await svc.health.get({ headers: { "x-api-key": "k", cookie: "c=1" } })).toBe("there");
  expect(requests.map(({ url }) => url)).toEqual([
    "https://api.example/health",
    "https://cdn.example/x",
    "https://api.example/y",
  ]);
  for (const request of requests.slice(1)) expect([...request.headers.keys()]).toEqual([]);
});

test.each([
  "http://api.example/health",
  "http://cdn.example/",
  "data:application/json,1",
  "file:///etc/passwd",
  "javascript:1",
])("a redirect to %s is not followed", async (location) => {
  const { svc, requests } = setup([redirect(location)]);
  expect(await rejection(svc.health.get())).toMatchObject({ name: "SvcApiError", status: 302 });
  expect(requests).toHaveLength(1);
});

test("a redirect to no address is the response", async () => {
  const { svc, requests } = setup([redirect("https://", 302)]);
  expect(await rejection(svc.health.get())).toMatchObject({ name: "SvcApiError", status: 302 });
  expect(requests).toHaveLength(1);
});

test("redirects end after ten", async () => {
  const { svc, requests } = setup([redirect("/again")]);
  expect(await rejection(svc.health.get())).toMatchObject({ status: 302 });
  expect(requests).toHaveLength(11);
});

test("a redirected body goes to the same origin only", async () => {
  const same = setup([redirect("/items/", 308), json(1)]);
  await same.svc.items.create({ a: 1 });
  expect([same.requests[1]?.method, await same.requests[1]?.text()]).toEqual(["POST", '{"a":1}']);
  const other = setup([redirect("https://cdn.example/", 307), json(1)]);
  expect(await rejection(other.svc.items.create({ a: 1 }))).toMatchObject({ status: 307 });
  expect(other.requests).toHaveLength(1);
});

test.each([301, 302, 303])("a POST that is redirected with %i becomes a GET without body", async (status) => {
  const { svc, requests } = setup([redirect("/elsewhere", status), json(1)]);
  await svc.items.create({ a: 1 });
  expect([
    requests[1]?.method,
    requests[1]?.headers.get("content-type"),
    requests[1]?.headers.get("authorization"),
  ]).toEqual(["GET", null, "Bearer secret-token"]);
});

test("a body longer than maxResponseBytes is refused, whether its length is told or not", async () => {
  const long = "x".repeat(2000);
  for (const headers of [{ "content-length": "2000" }, {}]) {
    const { svc } = setup([new Response(long, { headers })], { maxResponseBytes: 1000 });
    const error = await rejection(svc.health.get());
    expect([SvcApiError.is(error), error["status"]]).toEqual([true, 200]);
    expect(error.message).toContain("maxResponseBytes");
  }
  for (const parseAs of ["json", "text", "blob", "arrayBuffer"]) {
    const { svc } = setup([new Response(long)], { maxResponseBytes: 1000 });
    const error = await rejection((svc.raw.GET as Get)("/health", { parseAs }));
    expect(error.message).toContain("maxResponseBytes");
  }
  const { svc } = setup([new Response(long)], { maxResponseBytes: 2000 });
  expect(await svc.health.get()).toBe(long);
});

test("JSON of more values than a sixteenth of maxResponseBytes is refused before they take memory", async () => {
  const lists = `[${"{},".repeat(600_000)}1]`;
  for (const text of [lists, ` \ufeff${lists}`, `{"a":${"[".repeat(1_100_000)}`, `[1${",1".repeat(1_100_000)}]`])
    for (const [status, type] of [
      [200, "application/json"],
      [200, "text/plain"],
      [400, "text/html"],
    ] as const) {
      const { svc } = setup([new Response(text, { status, headers: { "content-type": type } })], {
        maxResponseBytes: 8e6,
      });
      expect(await rejection(svc.open.get())).toMatchObject({
        name: "SvcApiError",
        status,
        message: `open.get: ${status} body of more than 1048576 JSON values`,
      });
      const raw = await rejection(svc.raw.GET("/open" as never, {} as never));
      expect(raw.message).toContain("more than 1048576 JSON values");
    }
});

test("what looks like values within texts does not count, nor what is no JSON", async () => {
  const read = (body: string, type: string) =>
    setup([new Response(body, { headers: { "content-type": type } })], { maxResponseBytes: 8e6 }).svc.stop();
  const commas = `${",[{".repeat(400_000)}\\"`;
  expect(await read(JSON.stringify([commas]), "application/json")).toEqual([commas]);
  expect(await read(`a${commas}`, "text/csv")).toBe(`a${commas}`);
});

test("__proto__ and constructor keys in JSON are data and nothing else", async () => {
  const body =
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"detail":[{"loc":["query","__proto__"],"msg":"m","type":"t"}]}';
  const { svc } = setup([
    new Response(body, { headers: { "content-type": "application/json" } }),
    new Response(body, { status: 422, headers: { "content-type": "application/json" } }),
  ]);
  expect(Object.keys((await svc.health.get()) as object)).toEqual(["__proto__", "constructor", "detail"]);
  const error = await rejection(svc.health.get());
  expect(Object.entries(error["fieldErrors"] as object)).toEqual([["__proto__", ["m"]]]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

const SECRETS = ["secret-token", "a$&b*(c)[d]+\\e", "ünï-çødé-€", "x'\"<>`y", "sig=abc%2Fdef=="];

test.each(SECRETS)("the credential %s is nowhere in errors, however hostile the service", async (secret) => {
  const signed = "https://cdn.example/a?X-Amz-Signature=deadbeef";
  const echo = { detail: `bad ${secret} see ${signed}`, message: secret, error: secret };
  const texts: string[] = [];
  const note = (error: Error): void => {
    expect(error).toMatchObject({ name: expect.stringMatching(/Error$/) });
    texts.push(`${error.message} ${error.stack} ${inspect(error)} ${JSON.stringify(error)} ${String(error)}`);
    for (let at: unknown = error; at instanceof Error; at = at.cause)
      texts.push(`${at.message} ${at.stack} ${inspect(at)}`);
  };
  const auth = async (): Promise<string> => secret;
  for (const status of [301, 400, 401, 403, 404, 418, 422, 429]) {
    note(await rejection(setup([json(echo, { status })], { auth, retry: false, rateLimit: false }).svc.health.get()));
  }
  note(
    await rejection(
      setup([new Response(`{"${secret}`, { headers: { "content-type": "application/json" } })], {
        auth,
      }).svc.health.get(),
    ),
  );
  const failure = new TypeError(`fetch failed: ${secret}`, {
    cause: Object.assign(new Error(`connect ${secret} ${signed}`), { code: "E" }),
  });
  note(await rejection(setup([failure], { auth, retry: false }).svc.health.get()));
  const all = texts.join("\n");
  expect(all).not.toContain(secret);
  expect(all).not.toContain("deadbeef");
});

test("a credential that a function gives is checked, and not printed", async () => {
  const { svc, requests } = setup([json(1)], { auth: () => "top-secret\nx" });
  const error = await rejection(svc.health.get());
  expect(error.name).toBe("ConfigurationError");
  expect(inspect(error)).not.toContain("top-secret");
  expect(requests).toHaveLength(0);
});

test.each([null, 7, "x"])("the options %j are a ConfigurationError when the client is made", (options) => {
  for (const make of [createSvcClient, createPolicyFetch, (given: never) => createClient(table, given)]) {
    expect(() => make(options as never)).toThrow(ConfigurationError);
  }
});

test.each(["S3C\nRET", "S3C\0RET", "S3CRET-ключ"])(
  "a header that cannot be sent is named, its value %j is not",
  async (value) => {
    const { svc, requests } = setup([json(1)]);
    const get = svc.raw.GET as Get;
    const fetch = createPolicyFetch({ baseUrl: "https://api.example", fetch: async () => json(1) });
    const calls = [
      svc.health.get({ headers: { "x-key": value } }),
      svc.styles("a", "b", "c", { "x-head": value }),
      get("/health", { headers: { "x-key": value } }),
      get("/health", { params: { header: { "x-key": value } } }),
      fetch("https://api.example/x", { headers: { "x-key": value } }),
    ];
    for (const call of calls) {
      const error = await rejection(call);
      expect(error).toMatchObject({ name: "ConfigurationError", message: expect.stringMatching(/x-(key|head)/) });
      expect(inspect(error, { depth: 9 })).not.toMatch(/S3C|RET/);
    }
    expect(requests).toHaveLength(0);
  },
);

test("raw: the query that is written in a path is in no error and no event", async () => {
  const events: unknown[] = [];
  const { svc, requests } = setup([new TypeError("fetch failed")], {
    retry: false,
    hooks: { onRequest: (event) => void events.push(event) },
  });
  const error = await rejection((svc.raw.GET as Get)("/health?token=hidden"));
  expect(error.message).toMatch(/^GET \/health: /);
  expect(inspect([error, events], { depth: 9 })).not.toContain("hidden");
  expect(requests[0]?.url).toBe("https://api.example/health?token=hidden");
});

test("printing a client shows nothing secret", async () => {
  const { svc } = setup([json(1)], { auth: "secret-token" });
  await svc.health.get();
  expect(inspect(svc, { depth: 9, showHidden: true }) + JSON.stringify(svc)).not.toContain("secret-token");
});

test("connection errors keep their cause", async () => {
  const cause = new TypeError("fetch failed");
  const error = await rejection(setup([cause], { retry: false }).svc.health.get());
  expect(ConnectionError.is(error)).toBe(true);
  expect(error.cause).toBe(cause);
});
