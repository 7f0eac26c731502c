import { inspect } from "node:util";
import { expect, test } from "vitest";
import { oauth2Password } from "../src/auth/oauth2-password.ts";
import { systemClock } from "../src/clock.ts";
import { authenticate, compose } from "../src/policies.ts";
import { json, rejection, setup } from "./support/client.ts";
import { settled } from "./support/manual-clock.ts";

/** Answers 401 to every token but the good one, which can change. */
const guarded = (state: { good: string }) => (request: Request) =>
  request.headers.get("authorization") === `Bearer ${state.good}`
    ? json("in")
    : json({ detail: "no" }, { status: 401 });

test("a function is asked for the credential when the request is sent, and again after a 401", async () => {
  const state = { good: "token-2" };
  const asked: (string | undefined)[] = [];
  const auth = async (rejected?: string) => {
    asked.push(rejected);
    return rejected === undefined ? "token-1" : "token-2";
  };
  const { svc, requests } = setup([guarded(state)], { auth });
  expect(await svc.health.get()).toBe("in");
  expect(asked).toEqual([undefined, "token-1"]);
  expect(requests).toHaveLength(2);
});

test("a 401 is an AuthenticationError where no other credential is to be had", async () => {
  for (const auth of ["token-1", () => "token-1"]) {
    const { svc, requests } = setup([guarded({ good: "other" })], { auth });
    expect((await rejection(svc.health.get())).name).toBe("AuthenticationError");
    expect(requests).toHaveLength(1);
  }
});

test("a second 401 is an AuthenticationError: the credential is renewed once for a call", async () => {
  let count = 0;
  const { svc, requests } = setup([guarded({ good: "never" })], { auth: () => `token-${++count}` });
  expect((await rejection(svc.health.get())).name).toBe("AuthenticationError");
  expect(requests).toHaveLength(2);
});

test("a credential that cannot be had is a ConfigurationError with its cause, and gives the permit back", async () => {
  const cause = new Error("vault is down");
  const { svc, requests } = setup([json(1)], { auth: () => Promise.reject(cause) });
  expect(await rejection(svc.health.get())).toMatchObject({ name: "ConfigurationError", cause });
  expect([requests.length, svc.rateLimit.inFlight]).toEqual([0, 0]);
});

test("what a function throws is shown without credentials", async () => {
  const auth = (rejected?: string): string => {
    if (rejected === undefined) return 'token"1';
    const inner = new Error(`at https://idp.example/t?client_secret=XYZ-secret with ${JSON.stringify(rejected)}`);
    throw Object.assign(new Error(`cannot renew ${rejected}`, { cause: inner }), { config: { token: rejected } });
  };
  const { svc } = setup([guarded({ good: "other" })], { auth });
  const error = await rejection(svc.health.get());
  expect(error).toMatchObject({
    name: "AuthenticationError",
    status: 401,
    message: expect.stringContaining("401 no; auth: the token function threw"),
  });
  const shown = inspect(error, { depth: 9, showHidden: true });
  expect(shown).toContain("cannot renew ***");
  expect(shown).not.toMatch(/token(\\)*"1|XYZ/);
});

test("a credential that cannot be renewed leaves the 401 as it is, also for raw and for policies alone", async () => {
  const auth = (rejected?: string): string => (rejected ? "" : "token-1");
  const { svc } = setup([guarded({ good: "other" })], { auth });
  const cause = expect.objectContaining({ name: "ConfigurationError" });
  expect(await rejection(svc.health.get())).toMatchObject({
    name: "AuthenticationError",
    body: { detail: "no" },
    cause,
  });
  expect(await svc.raw.GET("/health" as never)).toMatchObject({ error: { detail: "no" }, response: { status: 401 } });
  const send = compose([authenticate({ auth, baseUrl: "https://api.example" })], async (request) =>
    guarded({ good: "other" })(request),
  );
  const response = await send("https://api.example/health");
  expect([response.status, await response.json()]).toEqual([401, { detail: "no" }]);
});

test("what a function throws is shown without the credential that it gave before", async () => {
  let isDown = false;
  const auth = (): string => {
    if (isDown) throw new Error("token-1 has expired");
    return "token-1";
  };
  const { svc } = setup([json("in")], { auth });
  await svc.health.get();
  isDown = true;
  const error = await rejection(svc.health.get());
  expect((error.cause as Error).message).toBe("*** has expired");
});

test.each([null, 5, true, "", { bearer: null }, { bearer: "" }])("auth: %j is a ConfigurationError", (auth) => {
  expect(() => setup([], { auth: auth as never })).toThrow(/^auth: expected a non-empty string/);
});

/** A token endpoint and a service that accepts its latest token. */
function world(options: { refresh?: boolean; expiresIn?: number } = {}) {
  const state = { good: "none", issued: 0 };
  const grants: Record<string, string>[] = [];
  const authorization: (string | null)[] = [];
  let refuse: Response | undefined;
  const tokens = async (_: unknown, init?: RequestInit): Promise<Response> => {
    grants.push(Object.fromEntries(init?.body as URLSearchParams));
    authorization.push(new Headers(init?.headers).get("authorization"));
    await settled();
    if (refuse) return refuse;
    state.good = `access-${++state.issued}`;
    return json({
      access_token: state.good,
      ...(options.refresh && { refresh_token: `refresh-${state.issued}` }),
      expires_in: options.expiresIn,
    });
  };
  return { state, grants, authorization, tokens, refuse: (response?: Response) => (refuse = response) };
}

const login = { tokenUrl: "https://api.example/token", username: "ann", password: "pass-word" };

test("the password grant is asked for once, however many calls begin at once", async () => {
  const { state, grants, tokens } = world();
  const { svc } = setup([guarded(state)], { auth: oauth2Password({ ...login, fetch: tokens }) });
  expect(await Promise.all(Array.from({ length: 20 }, () => svc.health.get()))).toEqual(Array(20).fill("in"));
  expect(grants).toEqual([{ grant_type: "password", username: "ann", password: "pass-word" }]);
});

test("twenty 401s cause one refresh, also when they arrive late", async () => {
  const { state, grants, tokens } = world({ refresh: true });
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const service = guarded(state);
  const answer = async (request: Request): Promise<Response> => {
    const response = service(request);
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
    return response;
  };
  const { svc } = setup([answer], { auth: oauth2Password({ ...login, fetch: tokens }), rateLimit: false });
  await svc.health.get();
  state.good = "revoked";
  isHeld = true;
  const calls = Array.from({ length: 20 }, () => svc.health.get());
  await settled();
  expect(waiting).toHaveLength(20);
  isHeld = false;
  for (const release of waiting) {
    release();
    await settled();
    await settled();
  }
  expect(await Promise.all(calls)).toEqual(Array(20).fill("in"));
  expect(grants.map((grant) => grant["grant_type"])).toEqual(["password", "refresh_token"]);
  expect(grants[1]).toEqual({ grant_type: "refresh_token", refresh_token: "refresh-1" });
});

test("a token is renewed before it expires", async () => {
  const { state, grants, tokens } = world({ expiresIn: 100 });
  let now = 0;
  const { svc } = setup([guarded(state)], {
    auth: oauth2Password({ ...login, fetch: tokens, clock: { ...systemClock, now: () => now } }),
  });
  await svc.health.get();
  now = 69_999;
  await svc.health.get();
  expect(grants).toHaveLength(1);
  now = 70_000;
  await svc.health.get();
  expect(grants).toHaveLength(2);
});

test("a refresh token that is refused is followed by the password", async () => {
  const { state, grants, tokens, refuse } = world({ refresh: true });
  const source = oauth2Password({
    ...login,
    fetch: async (url, init) =>
      new URLSearchParams(init?.body as URLSearchParams).has("refresh_token")
        ? json({ error: "invalid_grant" }, { status: 400 })
        : tokens(url, init),
  });
  const first = await source();
  expect(await source(first)).toBe("access-2");
  expect([state.issued, grants.length]).toEqual([2, 2]);
  refuse(json({ error: "invalid_grant" }, { status: 400 }));
  const error = await rejection(Promise.resolve(source("access-2")));
  expect(error).toMatchObject({
    name: "AuthenticationError",
    status: 400,
    message: expect.stringContaining("invalid_grant"),
  });
  refuse();
  expect(await source("access-2")).toBe("access-3");
});

test("client id and secret are sent as RFC 6749 says", async () => {
  const { grants, authorization, tokens } = world();
  await oauth2Password({ ...login, clientId: "a:b", clientSecret: "c d", fetch: tokens })();
  await oauth2Password({ ...login, clientId: "public", fetch: tokens })();
  expect(authorization).toEqual([`Basic ${btoa("a%3Ab:c%20d")}`, null]);
  expect(grants[1]?.["client_id"]).toBe("public");
});

test.each([
  [json({}, { status: 500 }), "ConnectionError"],
  [json({}, { status: 400 }), "AuthenticationError"],
  [json({ error: "bad_verification" }), "AuthenticationError"],
  [json({ access_token: 7 }), "SvcApiError"],
  [new Response("<html>"), "SvcApiError"],
  [json(null), "SvcApiError"],
  [json({ access_token: "mac-token", token_type: "mac" }), "SvcApiError"],
  [json({ access_token: "some-token", token_type: 1 }), "SvcApiError"],
])("a token endpoint that gives no token is a %o: %s", async (response, name) => {
  const { tokens, refuse } = world();
  refuse(response);
  const error = await rejection(Promise.resolve(oauth2Password({ ...login, fetch: tokens })()));
  expect(error.name).toBe(name);
});

test("a token endpoint that cannot be reached tells why and not the password", async () => {
  const fetch = async (): Promise<Response> => {
    throw new TypeError("failed with password=pass-word");
  };
  const error = await rejection(Promise.resolve(oauth2Password({ ...login, fetch })()));
  expect(error.name).toBe("ConnectionError");
  expect(`${error.stack} ${(error.cause as Error).stack}`).not.toContain("pass-word");
});

test.each([
  { tokenUrl: "http://api.example/token" },
  { tokenUrl: "//user:pw@x.example" },
  { username: "" },
  { password: "" },
])("the option %j is refused", (options) => {
  expect(() => oauth2Password({ ...login, ...options })).toThrow("oauth2Password");
});

test("credentials are placed as their scheme says", async () => {
  const auth = { bearer: "b", basic: "ann:pässword", keyHeader: "k-h", keyQuery: () => "k q", keyCookie: "k;c" };
  const { svc, requests } = setup([json(1)], { auth });
  await svc.basic.get();
  await svc.keys.get({ query: { a: 1 }, headers: { cookie: "mine=1" } });
  await svc.open.get();
  const [basic, keys, open] = requests as [Request, Request, Request];
  expect(Buffer.from(basic.headers.get("authorization")?.slice(6) ?? "", "base64").toString()).toBe("ann:pässword");
  expect(keys.headers.get("x-api-key")).toBe("k-h");
  expect(keys.url).toBe("https://api.example/keys?a=1&api%20key=k%20q");
  expect(keys.headers.get("cookie")).toBe("mine=1; session=k%3Bc");
  expect([open.headers.get("authorization"), open.headers.get("cookie")]).toEqual([null, null]);
});

test("an operation whose credential is missing is refused when it is called", async () => {
  const { svc, requests } = setup([json(1)], { auth: { bearer: "b" } });
  expect(await rejection(svc.basic.get())).toMatchObject({
    name: "ConfigurationError",
    message: expect.stringContaining("basic"),
  });
  expect(requests).toHaveLength(0);
});

test("a client is made with the credential that it has, and a call that needs another tells it", async () => {
  const { svc, requests } = setup([json(1)], { auth: { basic: "user:pass" } });
  await svc.basic.get();
  expect(requests[0]?.headers.get("authorization")).toMatch(/^Basic /);
  const error = await rejection(svc.health.get());
  expect([error.name, error.message]).toEqual([
    "ConfigurationError",
    "auth: no credential for bearer; got one for basic",
  ]);
  expect(error["operation"]).toBe("health.get");
});
