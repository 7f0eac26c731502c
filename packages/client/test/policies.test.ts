import createFetchClient from "openapi-fetch";
import { expect, test } from "vitest";
import { authenticate, compose, deadline, maxBody, observe, type Policy, redirects, retry } from "../src/policies.ts";
import { json, rejection, setup } from "./support/client.ts";

const baseUrl = "https://api.example";

/** Keeps what GETs have given, and asks only whether it is still current. */
function etagCache(): Policy {
  const kept = new Map<string, Response>();
  return async (request, next) => {
    if (request.method !== "GET") return next(request);
    const known = kept.get(request.url);
    const etag = known?.headers.get("etag");
    if (etag) request.headers.set("if-none-match", etag);
    const response = await next(request);
    if (known && response.status === 304) return known.clone();
    if (response.ok && response.headers.has("etag")) kept.set(request.url, response.clone());
    return response;
  };
}

/** Sends nothing for a while after several failures in a row. */
function circuitBreaker(failures = 5, pauseMs = 10_000): Policy {
  let count = 0;
  let openUntil = 0;
  return async (request, next, { clock, operation }) => {
    if (clock.now() < openUntil) throw new Error(`${operation}: the circuit is open`);
    try {
      const response = await next(request);
      count = response.status < 500 ? 0 : count + 1;
      return response;
    } catch (error) {
      count++;
      throw error;
    } finally {
      if (count >= failures) openUntil = clock.now() + pauseMs;
    }
  };
}

test("a policy of one's own makes another response of the body of the first", async () => {
  const policy: Policy = async (request, next) => {
    const { body, status, headers } = await next(request);
    return new Response(body, { status, headers: { ...Object.fromEntries(headers), "x-seen": "1" } });
  };
  const { svc } = setup([json({ a: 1 })], { policies: [policy] });
  expect(await svc.health.get()).toEqual({ a: 1 });
  const { data, response } = (await svc.raw.GET("/health" as never, {} as never)) as {
    data: unknown;
    response: Response;
  };
  expect([data, response.headers.get("x-seen")]).toEqual([{ a: 1 }, "1"]);
});

test("a policy of one's own keeps answers by their ETag, for methods and raw", async () => {
  const { svc, requests } = setup(
    [json({ a: 1 }, { headers: { etag: '"v1"' } }), () => new Response(null, { status: 304 })],
    { policies: [etagCache()] },
  );
  expect(await svc.health.get()).toEqual({ a: 1 });
  expect(await svc.health.get()).toEqual({ a: 1 });
  const { data } = (await svc.raw.GET("/health" as never, {} as never)) as { data: unknown };
  expect(data).toEqual({ a: 1 });
  expect(requests.map(({ headers }) => headers.get("if-none-match"))).toEqual([null, '"v1"', '"v1"']);
});

test("a circuit breaker counts calls, not attempts, and sends nothing while it is open", async () => {
  const { svc, requests, clock } = setup([json({}, { status: 503 })], {
    policies: [circuitBreaker(2)],
    retry: { limit: 1 },
    rateLimit: false,
  });
  for (let call = 0; call < 2; call++) {
    const failed = rejection(svc.health.get());
    await clock.advance(1000);
    await failed;
  }
  expect(requests).toHaveLength(4);
  expect((await rejection(svc.health.get())).message).toContain("the circuit is open");
  expect(requests).toHaveLength(4);
});

test("withOptions keeps the policies, and what is no policy is refused", async () => {
  const { svc, requests } = setup([json(1)], { policies: [(request, next) => next(stamped(request))] });
  await svc.withOptions({ timeoutMs: 5 }).health.get();
  expect(requests[0]?.headers.get("x-request-id")).toBe("1");
  expect(() => setup([], { policies: [{}] as never })).toThrow("policies: expected a function");
});

function stamped(request: Request): Request {
  request.headers.set("x-request-id", "1");
  return request;
}

test("what is no policy, and what are no options of one, is refused", async () => {
  expect(() => compose(retry() as never)).toThrow("policies: expected a list of functions, got a function");
  expect(() => deadline("5s" as never)).toThrow('deadline: expected an object, got "5s"');
  expect(() => deadline({ ms: 5 } as never)).toThrow("deadline.ms: unknown option; there are timeoutMs");
  expect(() => maxBody(5 as never)).toThrow("maxBody: expected an object, got 5");
  const composed = compose([retry as never, retry()], async () => json(1));
  expect((await rejection(composed(baseUrl))).message).toMatch(/^policies: expected each to return a Response/);
});

test("composed policies are a fetch for another client", async () => {
  const requests: Request[] = [];
  const answers = [
    new Response(null, { status: 401 }),
    new Response(null, { status: 307, headers: { location: "/y" } }),
  ];
  const seen: string[] = [];
  const fetch = compose(
    [
      observe({ onRequest: ({ attempt }) => void seen.push(`request ${attempt}`), onEnd: () => void seen.push("end") }),
      retry(),
      deadline(),
      authenticate({ auth: (rejected) => (rejected ? "token-2" : "token-1"), baseUrl }),
      maxBody(),
      redirects(),
    ],
    async (request) => {
      requests.push(request);
      return answers.shift() ?? json({ a: 1 });
    },
  );
  const { data } = await createFetchClient<never>({ baseUrl, fetch }).GET("/x" as never);
  expect(data).toEqual({ a: 1 });
  expect(requests.map(({ url, headers }) => `${url} ${headers.get("authorization")}`)).toEqual([
    `${baseUrl}/x Bearer token-1`,
    `${baseUrl}/x Bearer token-2`,
    `${baseUrl}/y Bearer token-2`,
  ]);
  expect(seen).toEqual(["request 1", "request 2", "end"]);
  expect((await rejection(fetch("https://other.example/"))).name).toBe("ConfigurationError");
});

test("an API key in the query shows in no address of a response", async () => {
  const answer = (request: Request): Response =>
    Object.defineProperty(json({}), "url", { value: request.url, configurable: true }) as Response;
  const { svc } = setup([answer], {
    auth: { bearer: "b", keyHeader: "h-secret", keyQuery: "q-secret/'1", keyCookie: "c-secret" },
  });
  const { response } = await svc.keys.get().withResponse();
  expect(response.url).toBe(`${baseUrl}/keys?api%20key=***`);
  const { response: raw } = (await svc.raw.GET("/keys" as never, { parseAs: "stream" } as never)) as {
    response: Response;
  };
  expect([raw.url, raw.clone().url].join()).not.toContain("q-secret");
});

test("a response of a fetch of one's own whose address is fixed, and that has no body, is given all the same", async () => {
  const answer = (request: Request): Response =>
    Object.defineProperty(new Response(null, { status: 204 }), "url", { value: request.url }) as Response;
  const { svc } = setup([answer, answer], { auth: { bearer: "b", keyHeader: "h", keyQuery: "q", keyCookie: "c" } });
  expect((await svc.keys.get().withResponse()).response.status).toBe(204);
});

test("a callback of a policy that throws does not keep the call from its end", async () => {
  const policy: Policy = (request, next, call) => {
    call.onEnd(() => {
      throw new Error("of the policy");
    });
    call.end(new Error("ended"));
    return next(request);
  };
  expect((await rejection(compose([policy], async () => json(1))(`${baseUrl}/x`))).message).toBe("ended");
});

test.each([429, 401, "no answer"])("a POST that fetch followed to %s is sent once", async (then) => {
  let sent = 0;
  const auth = (rejected?: string): string => (rejected ? "token-2" : "token-1");
  const fetch = compose([retry({ baseMs: 0 }), authenticate({ auth, baseUrl })], async () => {
    sent++;
    // The address of a redirect, as fetch goes on to it by itself.
    if (typeof then === "string") throw new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
    const response = new Response(null, { status: then, headers: { "retry-after": "0" } });
    return Object.defineProperty(response, "redirected", { value: true });
  });
  await fetch(`${baseUrl}/x`, { method: "POST", body: "once" }).catch(() => {});
  expect(sent).toBe(1);
});

test("a body is sent again by a retry around redirects", async () => {
  const bodies: string[] = [];
  const fetch = compose([retry({ baseMs: 0 }), redirects()], async (request) => {
    bodies.push(await request.text());
    return new Response(null, { status: bodies.length < 3 ? 503 : 200 });
  });
  expect((await fetch(`${baseUrl}/x`, { method: "PUT", body: "again" })).status).toBe(200);
  expect(bodies).toEqual(["again", "again", "again"]);
});

test("an answer whose headers throw gives its permit back", async () => {
  const get = (): never => {
    throw new Error("no headers");
  };
  const { svc } = setup([() => ({ status: 200, headers: { get } }) as never], { retry: false });
  expect((await rejection(svc.health.get())).message).toContain("no headers");
  expect(svc.rateLimit.inFlight).toBe(0);
});
