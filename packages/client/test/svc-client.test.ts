import { getEventListeners } from "node:events";
import { inspect } from "node:util";
import { document } from "@svc/spec";
import { model } from "@svc/testing";
import { expect, expectTypeOf, test, vi } from "vitest";
import {
  ConfigurationError,
  createSvcClient as createOwnClient,
  documentVersion,
  RateLimitError,
  type RateLimitSnapshot,
  SvcError,
  sdkVersion,
  ValidationError,
} from "../src/index.ts";
import { json, rejection, setup } from "./support/client.ts";
import { createSvcClient, type SvcClient } from "./support/service.ts";

const requests: Request[] = [];
const make = (answer: () => Response = () => json([])): SvcClient => {
  requests.length = 0;
  const fetch = async (request: Request): Promise<Response> => {
    requests.push(request);
    return answer();
  };
  return createSvcClient({ baseUrl: "https://svc.example", auth: "secret-token", fetch, rateLimit: {} });
};

test("the methods of the document are there and send what it says", async () => {
  const svc = make();
  await svc.personas.emails.list("p1", { limit: 20, timedelta: { minutes: 5 }, only_unread: true });
  await svc.sessions.cookies.get("s1");
  await svc.sessions.network.logs.get("s1", { limit: 100 });
  await svc.sessions.replay.get("s1");
  await svc.health.get();
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "GET https://svc.example/personas/p1/emails?limit=20&timedelta=PT5M&only_unread=true",
    "GET https://svc.example/sessions/s1/cookies",
    "GET https://svc.example/sessions/s1/network/logs?limit=100",
    "GET https://svc.example/sessions/s1/replay",
    "GET https://svc.example/health",
  ]);
  for (const { headers } of requests) {
    expect(headers.get("authorization")).toBe("Bearer secret-token");
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("x-svc-sdk-version")).toBe(sdkVersion);
  }
});

test("data and errors are typed", async () => {
  const svc = make();
  const emails = svc.personas.emails.list("p1");
  expectTypeOf(emails).resolves.items.toHaveProperty("subject");
  expectTypeOf(emails.withResponse()).resolves.toHaveProperty("response").toEqualTypeOf<Response>();
  expectTypeOf(svc.rateLimit).toEqualTypeOf<RateLimitSnapshot>();
  const error: unknown = new SvcError("x");
  if (ValidationError.is(error)) expectTypeOf(error.status).toEqualTypeOf<422>();
  if (RateLimitError.is(error)) expectTypeOf(error.retryAt).toEqualTypeOf<Date | undefined>();
  // @ts-expect-error A limit is a number.
  await svc.personas.emails.list("p1", { limit: "20" });
  // @ts-expect-error The persona is not optional.
  expect(ConfigurationError.is(await rejection(svc.personas.emails.list()))).toBe(true);
  // @ts-expect-error There is no such option.
  expect(() => createSvcClient({ baseUrl: "https://svc.example", auth: "x", retries: 3 })).toThrow(
    "retries: unknown option",
  );
  await emails;
});

test("raw is openapi-fetch's client of the document", async () => {
  const svc = make();
  const { data, response } = await svc.raw.GET("/personas/{persona_id}/emails", {
    params: { path: { persona_id: "p1" } },
  });
  expectTypeOf(data).toExtend<readonly { subject: string }[] | undefined>();
  expect([data, response.status]).toEqual([[], 200]);
});

test("only withResponse awaited leaves no rejection unhandled", async () => {
  const svc = make(() => json({ detail: "no" }, { status: 404 }));
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  expect((await rejection(svc.health.get().withResponse())).name).toBe("NotFoundError");
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

test("a stream of events lets go of the signal when it ends", async () => {
  const { svc } = setup([new Response("data: 1\n\n", { headers: { "content-type": "text/event-stream" } })]);
  const { signal } = new AbortController();
  const { data, response } = await svc.health.get({ signal }).withResponse();
  expect(data).toBe(response.body);
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  expect(await new Response(data as ReadableStream).text()).toBe("data: 1\n\n");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("raw lets go of the signal where a middleware answers", async () => {
  const { svc, requests } = setup([json(1)]);
  svc.raw.use({ onRequest: () => json("kept") });
  const { signal } = new AbortController();
  const raw = svc.raw.GET as unknown as (path: string, init: object) => Promise<{ data: unknown }>;
  expect((await raw("/health", { signal })).data).toBe("kept");
  expect([requests.length, getEventListeners(signal, "abort").length]).toEqual([0, 0]);
});

test("any number of calls has one listener of their signal", async () => {
  const { svc } = setup([() => new Promise<never>(() => {})], { rateLimit: false });
  const controller = new AbortController();
  const { signal } = controller;
  const calls = Array.from({ length: 30 }, () => rejection(svc.health.get({ signal })));
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  controller.abort();
  for (const error of await Promise.all(calls)) expect(error.name).toBe("AbortedError");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("the entry is imported where there is no TextDecoder and no TextEncoder, as in jsdom", async () => {
  vi.resetModules();
  vi.stubGlobal("TextDecoder", undefined);
  vi.stubGlobal("TextEncoder", undefined);
  try {
    expect(Object.keys(await import("../src/index.ts"))).toContain("createSvcClient");
    expect(Object.keys(await import("../src/uploads.ts"))).toContain("fileOf");
  } finally {
    vi.unstubAllGlobals();
  }
});

test.each([{}, "x"])("the signal %j is a ConfigurationError", async (signal) => {
  const { svc } = setup([json(1)]);
  const raw = svc.raw.GET as unknown as (path: string, init: object) => Promise<unknown>;
  for (const call of [() => svc.health.get({ signal }), () => raw("/health", { signal })]) {
    expect(await rejection(call())).toMatchObject({
      name: "ConfigurationError",
      message: expect.stringContaining("signal"),
    });
  }
  expect(svc.rateLimit).toMatchObject({ queued: 0, inFlight: 0 });
});

test("the client says which document it was made from, and prints without secrets", () => {
  expect(documentVersion).toBe(document.info.version);
  expect(inspect(make(), { depth: 9 })).not.toContain("secret-token");
});

test("the client of the service has a method for each operation", () => {
  const svc = createOwnClient({ baseUrl: "https://svc.example", auth: "secret-token" });
  const methods = model.operations.map(({ name }) =>
    name.reduce((node: unknown, part) => (node as { readonly [name: string]: unknown })?.[part], svc),
  );
  expect(methods.filter((method) => typeof method !== "function")).toEqual([]);
  expect(methods.length).toBeGreaterThan(0);
});
