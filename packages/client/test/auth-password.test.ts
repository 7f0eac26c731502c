import { inspect } from "node:util";
import { expect, test, vi } from "vitest";
import { oauth2Password } from "../src/auth/oauth2-password.ts";
import type { OAuth2PasswordOptions } from "../src/auth/request-token.ts";
import { systemClock } from "../src/clock.ts";
import { json, rejection, setup } from "./support/client.ts";

const login = { tokenUrl: "https://api.example/token", username: "ann@corp", password: "p@ss word&1" };

/** A source whose endpoint gives these answers, the last one to all that follow, and the grants that it was asked with. */
function endpoint(answers: (Response | Error)[], options: Partial<OAuth2PasswordOptions> = {}) {
  const grants: { [name: string]: string }[] = [];
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    grants.push(Object.fromEntries(new URLSearchParams(init?.body as URLSearchParams)));
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) as Response | Error;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const source = async (rejected?: string): Promise<string> => ask(rejected);
  const ask = oauth2Password({ ...login, fetch, ...options });
  return { source, grants, kinds: () => grants.map((grant) => grant["grant_type"]) };
}

test.each(["", "a\nb", " tok ", "a b", "ключ", "\u0000", 7, null])(
  "the token %j is refused and not kept: the next call asks again",
  async (access_token) => {
    const { source, grants } = endpoint([json({ access_token, token_type: "bearer" }), json({ access_token: "good" })]);
    const { svc, requests } = setup([json("in")], { auth: source });
    expect(await rejection(svc.health.get())).toMatchObject({ name: "SvcApiError", status: 200 });
    expect(await svc.health.get()).toBe("in");
    expect([grants.length, requests.length]).toEqual([2, 1]);
  },
);

test("a refused refresh token is not sent again", async () => {
  const refused = () => json({ error: "invalid_grant" }, { status: 400 });
  const { source, kinds } = endpoint([
    json({ access_token: "a", refresh_token: "refresh-1" }),
    refused(),
    refused(),
    json({ access_token: "b" }),
    json({ access_token: "c" }),
  ]);
  await source();
  expect((await rejection(source("a"))).name).toBe("AuthenticationError");
  expect(await source("a")).toBe("b");
  expect(await source("b")).toBe("c");
  expect(kinds()).toEqual(["password", "refresh_token", "password", "password", "password"]);
});

test("a refresh token is kept while the endpoint is down or overloaded, and where it gives no other", async () => {
  const { source, kinds, grants } = endpoint([
    json({ access_token: "a", refresh_token: "refresh-1" }),
    json({}, { status: 503 }),
    json({ error: "slow_down" }, { status: 429 }),
    new TypeError("fetch failed"),
    json({ access_token: "b" }),
    json({ access_token: "c" }),
  ]);
  await source();
  expect((await rejection(source("a"))).name).toBe("ConnectionError");
  expect((await rejection(source("a"))).name).toBe("RateLimitError");
  expect((await rejection(source("a"))).name).toBe("ConnectionError");
  expect(await source("a")).toBe("b");
  expect(await source("b")).toBe("c");
  expect(kinds()).toEqual(["password", ...Array(5).fill("refresh_token")]);
  expect(grants[5]?.["refresh_token"]).toBe("refresh-1");
});

test("an answer to a refresh that is good for nothing is followed by the password", async () => {
  const { source, kinds } = endpoint([
    json({ access_token: "a", refresh_token: "refresh-1" }),
    new Response("<html>"),
    json({ access_token: "b" }),
  ]);
  await source();
  expect(await source("a")).toBe("b");
  expect(kinds()).toEqual(["password", "refresh_token", "password"]);
});

test("an endpoint that gives the refused token again is not asked for each call that is refused", async () => {
  let now = 0;
  const answers = ["a", "a", "b"].map((access_token) => json({ access_token }));
  const { source, grants } = endpoint(answers, { clock: { ...systemClock, now: () => now } });
  await source();
  expect([await source("a"), await source("a")]).toEqual(["a", "a"]);
  now = 4999;
  expect(await source("a")).toBe("a");
  expect(grants).toHaveLength(2);
  now = 5000;
  expect(await source("a")).toBe("b");
});

test("an answer is read up to its first mebibyte", async () => {
  let bytes = 0;
  const body = new ReadableStream({
    pull(controller) {
      bytes += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(97));
    },
  });
  const error = await rejection(endpoint([new Response(body)]).source());
  expect(error).toMatchObject({ name: "SvcApiError", status: 200 });
  expect(error.message).toContain("more than 1048576 bytes");
  expect(bytes).toBeLessThan(2 ** 20 + 4 * 65_536);
});

test.each([
  "grant_type=password&username=ann%40corp&password=p%40ss+word%261",
  "ann@corp p@ss word&1",
  `client c\u00f6 ${btoa("app:se%2F%22cret")} se/"cret se%2F%22cret`,
  `{"username":"ann@corp","password":"p@ss word&1","client":${JSON.stringify('se/"cret')}}`,
])("an endpoint that repeats what it was sent is quoted without it: %s", async (error) => {
  const options = { clientId: "app", clientSecret: 'se/"cret' };
  for (const answer of [json({ error }, { status: 400 }), new TypeError(error)]) {
    const shown = inspect(await rejection(endpoint([answer], options).source()), { depth: 9, showHidden: true });
    expect(shown).toContain("***");
    expect(shown).not.toMatch(/corp|ss.word|p%40|cret|YXBwO/);
  }
});

test("a secret within a longer one leaves nothing of it", async () => {
  const { source } = endpoint([json({ error: "no word@corp" }, { status: 400 })], {
    username: "word@corp",
    password: "word",
  });
  expect((await rejection(source())).message).toContain("400 no ***");
});

test("the words of a refusal stay readable", async () => {
  const { source } = endpoint([json({ error: "bad password" }, { status: 400 })]);
  expect((await rejection(source())).message).toContain("refused username and password: 400 bad password");
});

test.each([0, -5, "0"])("a token that expires in %j seconds is good for the calls that wait for it", async (life) => {
  const { source, grants } = endpoint([json({ access_token: "a", expires_in: life }), json({ access_token: "b" })]);
  expect(await Promise.all([source(), source()])).toEqual(["a", "a"]);
  expect(grants).toHaveLength(1);
  expect(await source()).toBe("b");
});

test.each([undefined, null, "soon", "", true, [], { toString: 1, valueOf: 1 }])(
  "expires_in %j says nothing: the token is good until it is refused",
  async (expires_in) => {
    const { source, grants } = endpoint([json({ access_token: "a", expires_in })], {
      clock: { ...systemClock, now: () => 8e15 },
    });
    expect([await source(), await source()]).toEqual(["a", "a"]);
    expect(grants).toHaveLength(1);
  },
);

test.each(["bearer", "Bearer", "BEARER", undefined, null])("token_type %j is a bearer token", async (token_type) => {
  expect(await endpoint([json({ access_token: "a", token_type })]).source()).toBe("a");
});

test("a 429 of the endpoint is a RateLimitError that says when it may be asked again", async () => {
  const answer = json({ error: "slow_down" }, { status: 429, headers: { "retry-after": "7" } });
  const error = await rejection(
    endpoint([answer], { clock: { ...systemClock, now: () => 1_800_000_000_000 } }).source(),
  );
  expect(error).toMatchObject({ name: "RateLimitError", status: 429, retryAt: new Date(1_800_000_007_000) });
});

test("a fetch that never ends is given up, and the next call asks again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    let asked = 0;
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch = (_: unknown, init?: RequestInit): Promise<Response> => {
      signals.push(init?.signal);
      return ++asked === 1 ? new Promise(() => {}) : Promise.resolve(json({ access_token: "good" }));
    };
    const source = oauth2Password({ ...login, fetch, timeoutMs: 500 });
    const first = rejection(Promise.resolve(source()));
    await vi.advanceTimersByTimeAsync(499);
    expect(signals[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await first).toMatchObject({
      name: "ConnectionError",
      message: "oauth2Password: no response from the token endpoint: TimeoutError: no response within 500 ms",
    });
    expect(signals[0]?.aborted).toBe(true);
    expect(await source()).toBe("good");
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ["tokenUrl", { tokenUrl: "https://client:S3CRET@api.example/token" }],
  ["tokenUrl", { tokenUrl: "" }],
  ["username", { username: 5 }],
  ["username", { username: null }],
  ["password", { password: { S3CRET: 1 } }],
  ["clientId", { clientId: 5 }],
  ["clientSecret", { clientSecret: "S3CRET" }],
  ["clientSecret", { clientId: "app", clientSecret: 5 }],
  ["fetch", { fetch: null }],
  ["clock", { clock: 5 }],
  ["marginMs", { marginMs: Number.NaN }],
  ["marginMs", { marginMs: -1 }],
  ["marginMs", { marginMs: "5" }],
  ["timeoutMs", { timeoutMs: -1 }],
  ["timeoutMs", { timeoutMs: 0 }],
  ["timeoutMs", { timeoutMs: "x" }],
  ["timeoutMs", { timeoutMs: Number.NaN }],
  ["timeoutMs", { timeoutMs: 2 ** 31 }],
])("the wrong option %s is named when the client is made: %j", (name, options) => {
  const make = () => oauth2Password({ ...login, ...options } as never);
  expect(make).toThrow(expect.objectContaining({ name: "ConfigurationError" }));
  expect(make).toThrow(`oauth2Password: ${name}: expected`);
  expect(make).not.toThrow("S3CRET");
});

test("no options at all are a ConfigurationError", () => {
  for (const options of [undefined, null])
    expect(() => oauth2Password(options as never)).toThrow("oauth2Password: username: expected");
});

test("options that are left empty are none", async () => {
  const options = { clientId: "", clientSecret: "", marginMs: undefined, timeoutMs: undefined, clock: undefined };
  const { source, grants } = endpoint([json({ access_token: "a" })], options);
  expect(await source()).toBe("a");
  expect(grants[0]).not.toHaveProperty("client_id");
});

test("options that change later change nothing", async () => {
  const urls: unknown[] = [];
  const tokenUrl = new URL(login.tokenUrl);
  const options = {
    ...login,
    tokenUrl,
    fetch: async (url: unknown): Promise<Response> => {
      urls.push(url);
      return json({ access_token: "a" });
    },
  };
  const source = oauth2Password(options);
  tokenUrl.protocol = "http:";
  options.tokenUrl = new URL("http://evil.example");
  await source();
  expect(urls).toEqual(["https://api.example/token"]);
});
