import { expect, test, vi } from "vitest";
import { createPolicyFetch, type SvcClientOptions } from "../src/index.ts";
import { json, rejection, setup } from "./support/client.ts";

test.each<[object, string]>([
  [{ timeout: 5 }, "timeout: unknown option"],
  [{ retry: { limits: 5 } }, "retry.limits: unknown option"],
  [{ hooks: { onReqest() {} } }, "hooks.onReqest: unknown hook; did you mean onRequest?"],
  [{ hooks: [{ onEnd() {} }, { onEnded() {} }] }, "hooks.onEnded: unknown hook; did you mean onEnd?"],
  [{ auth: "Bearer abc" }, 'auth: expected the token alone: "Bearer " is added'],
  [{ auth: { bearer: "bearer abc" } }, "auth: expected the token alone"],
  [{ auth: undefined }, "auth: no credential for bearer; pass one, or set SVC_API_KEY"],
  [{ auth: { token: "a:b" } }, "auth.token: unknown security scheme; there are bearer, basic, key"],
  [{ auth: {} }, "auth: no credential for bearer; pass one"],
  [{ auth: "k\n" }, "auth: expected a non-empty string; got one with white space around it: trim it"],
  [{ auth: "a\u0000b" }, "auth: expected a non-empty string; got one with a control character"],
  [{ auth: null }, "auth: expected a non-empty string; got null"],
  [{ baseUrl: "svc.example.com" }, "got no scheme: write https:// before it"],
  [{ baseUrl: "svc.example.com:8080/v1" }, "got no scheme: write https:// before it"],
  [{ baseUrl: undefined }, "baseUrl: missing; pass the service's address, or set SVC_BASE_URL"],
  [{ baseUrl: "http://svc.example.com" }, "baseUrl: expected an https URL without credentials or query"],
])("options %j are refused by name, with what to do", (options, message) => {
  vi.stubEnv("SVC_API_KEY", undefined);
  vi.stubEnv("SVC_BASE_URL", undefined);
  expect(() => setup([], options)).toThrow(message);
});

test("an empty variable of the environment is no credential, and is told", () => {
  vi.stubEnv("SVC_API_KEY", "");
  const message = "auth: no credential for bearer; pass one; SVC_API_KEY is empty";
  expect(() => setup([], { auth: undefined })).toThrow(message);
});

test("a function that gives no credential is told with what it returned", async () => {
  const { svc, requests } = setup([], { auth: () => undefined as never });
  const error = await rejection(svc.health.get());
  expect(error.message).toBe("auth: expected a non-empty string; the function returned undefined");
  expect(requests).toHaveLength(0);
});

test("the credential of a refused option is not in the message", () => {
  expect(() => setup([], { auth: "Bearer tok-123" })).toThrow(/^(?!.*tok-123)/);
});

test("options that are undefined are none", async () => {
  const { svc } = setup([], { timeout: undefined, hooks: { onReqest: undefined } } as SvcClientOptions);
  await svc.health.get({ headers: undefined, timeout: undefined, idempotent: undefined });
});

test("a fetch of policies refuses unknown options", () => {
  expect(() => createPolicyFetch({ baseUrl: "https://api.example", retires: 3 } as SvcClientOptions)).toThrow(
    "retires: unknown option",
  );
});

test.each<[unknown[], string]>([
  [["p1", {}, { timeout: 5 }], "emails_list: timeout: unknown option"],
  [["p1", {}, { idempotent: "yes" }], "emails_list: idempotent: expected a boolean"],
  [["p1", {}, { retry: { budget: 5, tries: 1 } }], "emails_list: retry.tries: unknown option"],
  [[{ persona_id: "p1" }], "persona_id: expected text or a number, not an object"],
  [[""], "persona_id: expected a non-empty path segment"],
  [[undefined], "persona_id: expected a non-empty path segment"],
])("arguments %j are refused by name", async (args, message) => {
  const { svc, requests } = setup([]);
  const error = await rejection(svc.personas.emails.list(...args));
  expect(error.name).toBe("ConfigurationError");
  expect(`emails_list: ${error.message}`).toContain(message);
  expect(requests).toEqual([]);
});

test("no response: the message says from where, and to which method", async () => {
  const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const { svc } = setup([new TypeError("fetch failed", { cause })], { retry: false });
  expect((await rejection(svc.items.create({ secret: "s" }))).message).toBe(
    "items.create: no response from POST https://api.example: TypeError: fetch failed ECONNREFUSED",
  );
});

const USED_UP = { "x-ratelimit-limit": "9", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1800003600" };

test("a wait that is too long: operation, limit, window, wait, and what to do", async () => {
  const { svc, clock } = setup([json(null, { headers: USED_UP })], { rateLimit: { maxWaitMs: 1000, maxQueued: 1 } });
  await svc.health.get();
  const failed = rejection(svc.health.get());
  await clock.advance(1000);
  expect((await failed).message).toMatch(
    /^health\.get: the wait for the rate limit \(limit 9 until 2027-01-15T09:00:00\.\d+Z\) is 3600 s, longer than rateLimit\.maxWaitMs: raise it, or call again later$/,
  );
});

test("a wait that is too long says what was waited already", async () => {
  const until = (seconds: number) => ({ ...USED_UP, "x-ratelimit-reset": String(1_800_000_000 + seconds) });
  const answers = [json(null, { headers: until(60) }), json(null, { headers: until(120) })];
  const { svc, clock } = setup(answers, { rateLimit: { maxWaitMs: 90_000 } });
  await svc.health.get();
  const calls = [svc.health.get(), rejection(svc.health.get())] as const;
  await clock.advance(61_000);
  expect((await calls[1]).message).toContain("more after 60 s, longer than rateLimit.maxWaitMs");
  await calls[0];
});

test("a header that is nearly one of the client's own is refused, others are sent", async () => {
  const { svc, requests } = setup([json(1)]);
  for (const name of ["x-svc-request-orgin", "X-Svc-Request-Origins", "x-svc-reqeust-origin"]) {
    const { message } = await rejection(svc.health.get({ headers: { [name]: "a" } }));
    expect(message).toBe(`headers.${name}: unknown header; did you mean x-svc-request-origin?`);
  }
  await svc.health.get({ headers: { "x-svc-request-id": "a", "x-svc-request-origin": "b" } });
  expect(requests).toHaveLength(1);
});

test.each(["x-ratelimit-reset", "retry-after"])(
  "without pacing, a 429 with %s says when to call again",
  async (name) => {
    const time = name === "retry-after" ? "3600" : "1800003600";
    const headers = { "x-ratelimit-limit": "9", "x-ratelimit-remaining": "0", [name]: time };
    const { svc } = setup([json(null, { status: 429, headers })], { rateLimit: false, retry: false });
    const error = await rejection(svc.health.get());
    expect(Number(error["retryAt"]) / 1000).toBeCloseTo(1_800_003_600, -1);
    if (name === "retry-after") return;
    expect(error["rateLimit"]).toMatchObject({ limit: 9, remaining: 0, queued: 0, inFlight: 0 });
    expect(svc.rateLimit).toMatchObject({ limit: 9, remaining: 0, resetAt: new Date(1_800_003_600_000) });
  },
);

test("without pacing, nothing waits, and requests in flight are counted", async () => {
  const { svc, requests } = setup([json(null, { headers: USED_UP })], { rateLimit: false });
  await svc.health.get();
  const calls = [svc.health.get(), svc.health.get()];
  expect(svc.rateLimit).toMatchObject({ limit: 9, inFlight: 2 });
  await Promise.all(calls);
  expect([requests.length, svc.rateLimit.inFlight]).toEqual([3, 0]);
});
