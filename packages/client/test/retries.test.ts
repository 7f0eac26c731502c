import { expect, test } from "vitest";
import type { CallEvent } from "../src/call/hooks.ts";
import { RateLimitError } from "../src/errors/errors.ts";
import { json, rejection, setup } from "./support/client.ts";
import { settled } from "./support/manual-clock.ts";

const failure = (code?: string): Error =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code }) });

test.each([408, 429, 500, 502, 503, 504])("a GET that is answered %i goes again", async (status) => {
  const { svc, requests, clock } = setup([json({}, { status }), json("good")]);
  const call = svc.health.get();
  await clock.advance(10_000);
  expect(await call).toBe("good");
  expect(requests).toHaveLength(2);
  await svc.close();
  expect(clock.pending).toBe(0);
});

test.each([400, 401, 403, 404, 409, 410, 422, 501])("a GET that is answered %i does not go again", async (status) => {
  const { svc, requests } = setup([json({}, { status })]);
  expect(await rejection(svc.health.get())).toMatchObject({ status });
  expect(requests).toHaveLength(1);
});

test("a GET without an answer goes again, with full jitter that doubles, and ends with the cause", async () => {
  const delays: number[] = [];
  const hooks = { onRetry: ({ delayMs }: { delayMs: number }) => void delays.push(delayMs) };
  const { svc, requests, clock } = setup([failure("ECONNRESET")], { hooks, rateLimit: false });
  const call = rejection(svc.health.get());
  await clock.advance(10_000);
  expect(await call).toMatchObject({ name: "ConnectionError", cause: { message: "fetch failed" } });
  expect([requests.length, delays]).toEqual([4, [150, 300, 600]]);
});

test.each([
  [failure("ECONNRESET"), 1],
  [failure(), 1],
  [json({}, { status: 503 }), 1],
  [json({}, { status: 408 }), 1],
  [failure("ECONNREFUSED"), 4],
])("a POST goes again only where it cannot have reached the service (case %#)", async (answer, sent) => {
  const { svc, requests, clock } = setup([answer], { rateLimit: false });
  const call = rejection(svc.items.create({ a: 1 }));
  await clock.advance(10_000);
  await call;
  expect(requests).toHaveLength(sent);
});

test("a POST that is refused because of the rate limit goes again with its body", async () => {
  const { svc, requests, clock } = setup([json({}, { status: 429, headers: { "retry-after": "2" } }), json("good")]);
  const call = svc.items.create({ a: 1 });
  await clock.advance(1_000);
  expect(requests).toHaveLength(1);
  await clock.advance(5_000);
  expect(await call).toBe("good");
  expect(await requests[1]?.text()).toBe('{"a":1}');
});

test.each([
  ["2", 2000],
  [new Date(1_800_000_005_000).toUTCString(), 4877],
])("Retry-After %s of a 503 is waited for", async (value, ms) => {
  const { svc, requests, clock } = setup([json({}, { status: 503, headers: { "retry-after": value } }), json("good")], {
    rateLimit: false,
  });
  const call = svc.health.get();
  await clock.advance(ms - 1);
  expect(requests).toHaveLength(1);
  await clock.advance(1);
  expect(await call).toBe("good");
});

test.each([
  [429, "3000000"],
  [429, new Date(9e12).toUTCString()],
  [503, "3000000"],
  [429, "9".repeat(300)],
])("an absurd Retry-After (%i, %s) is a RateLimitError with retryAt, at once", async (status, value) => {
  for (const rateLimit of [{}, false] as const) {
    const { svc, requests, clock } = setup([json({ detail: "later" }, { status, headers: { "retry-after": value } })], {
      rateLimit,
    });
    const error = await rejection(svc.health.get());
    if (!RateLimitError.is(error)) throw error;
    expect(error.status).toBe(status);
    // A paced client asks again after an hour, whatever it is told; one that is not tells what it was told.
    if (rateLimit) expect(error.retryAt?.getTime()).toBe(clock.now() + 3_600_000);
    else expect(error.retryAt?.getTime()).toBeGreaterThan(clock.now() + 1e9);
    expect([requests.length, clock.pending]).toEqual([1, 0]);
  }
});

/** Answers as a service does that counts each request, failed ones too, in a window of so many seconds. */
function counting(status: (request: number) => number, windowS: number): () => Response {
  let request = 0;
  return () => {
    const headers = {
      "x-ratelimit-limit": "1000",
      "x-ratelimit-remaining": String(999 - request),
      "x-ratelimit-reset": String(1_800_000_000 + windowS),
    };
    return json("good", { status: status(request++), headers });
  };
}

const windows = [60, 3600, 86_400];

test.each([
  [503, 2, 2100],
  [503, 3, 9600],
  [500, 3, 9600],
  [429, 2, 2100],
])("a first call that gets %i, %i times, is answered within %i ms, however long the window", async (...given) => {
  const [status, times, mostMs] = given;
  for (const windowS of windows) {
    const { svc, requests, clock } = setup([counting((request) => (request < times ? status : 200), windowS)]);
    const call = svc.health.get();
    await clock.advance(mostMs);
    expect(requests).toHaveLength(times + 1);
    expect(await call).toBe("good");
  }
});

test("calls that fail with 500 from the first on are all sent at once", async () => {
  for (const windowS of windows) {
    const { svc, requests, clock } = setup([counting(() => 500, windowS)], { retry: false });
    for (let call = 1; call <= 5; call++) {
      const failed = rejection(svc.health.get());
      await clock.advance(1000);
      expect(requests).toHaveLength(call);
      expect(await failed).toMatchObject({ name: "ServerError" });
    }
  }
});

test("a 503 whose Retry-After is short is a ServerError when there are no more retries", async () => {
  for (const retry of [false, { limit: 1 }] as const) {
    const { svc, clock } = setup([json({}, { status: 503, headers: { "retry-after": "2" } })], { retry });
    const error = rejection(svc.health.get());
    await clock.advance(2000);
    expect(await error).toMatchObject({ name: "ServerError", status: 503 });
  }
});

test("an outage is not multiplied: when the budget is used up, one retry at a time finds out for all", async () => {
  const { svc, requests, clock } = setup([json({}, { status: 503 })], { retry: { budget: 5 }, rateLimit: false });
  const calls = Promise.allSettled(Array.from({ length: 100 }, () => svc.health.get()));
  await clock.advance(60_000);
  expect(new Set((await calls).map(({ status }) => status))).toEqual(new Set(["rejected"]));
  expect(requests).toHaveLength(100 + 5 + 3);
  expect(clock.pending).toBe(0);
});

test("an outage of minutes with calls that keep coming costs each little more than one request", async () => {
  const { svc, requests, clock } = setup([json({}, { status: 503 })], { retry: { limit: 10 }, rateLimit: false });
  const calls: Promise<unknown>[] = [];
  for (let index = 0; index < 600; index++) {
    calls.push(rejection(svc.health.get()));
    await clock.advance(200);
  }
  await clock.advance(3_600_000);
  await Promise.all(calls);
  expect(requests.length).toBeLessThan(600 * 1.3);
});

/** Answers 503 until a moment of the clock, and tells the most requests that were under way at once from then on. */
function outage(now: () => number, untilMs: number): { answer: () => Promise<Response>; most: () => number } {
  const until = now() + untilMs;
  let underWay = 0;
  let most = 0;
  return {
    most: () => most,
    async answer() {
      if (now() < until) return json({}, { status: 503 });
      most = Math.max(most, ++underWay);
      await settled();
      underWay--;
      return json("good");
    },
  };
}

test.each([1, 3])("no call is lost that would outlast the outage, at a retry limit of %i", async (limit) => {
  let answer = async (): Promise<Response> => json(1);
  const { svc, requests, clock } = setup([() => answer()], { retry: { limit, budget: 0 }, rateLimit: false });
  const out = outage(clock.now, 200);
  answer = out.answer;
  const calls = Promise.all(Array.from({ length: 60 }, () => svc.health.get()));
  await clock.advance(60_000);
  expect(new Set(await calls)).toEqual(new Set(["good"]));
  expect(requests).toHaveLength(60 + 60);
  expect([out.most() > 2, out.most() < 60]).toEqual([true, true]);
  await svc.close();
  expect(clock.pending).toBe(0);
});

test("retries that fail together count once for those who wait", async () => {
  let sent = 0;
  const isOut = (): boolean => ++sent <= 40 || (sent > 47 && sent <= 55);
  const answer = async (): Promise<Response> => {
    const response = isOut() ? json({}, { status: 503 }) : json("good");
    await settled();
    return response;
  };
  const { svc, requests, clock } = setup([answer], { retry: { budget: 0 }, rateLimit: false });
  const calls = Promise.all(Array.from({ length: 40 }, () => svc.health.get()));
  for (let second = 0; second < 60; second++) await clock.advance(1000);
  expect(new Set(await calls)).toEqual(new Set(["good"]));
  expect(requests).toHaveLength(40 + 40 + 8);
});

test.each([
  ["ends the backoff of the others", {}, 7],
  ["does not shorten a wait that the service asks for", { "retry-after": "1" }, 4],
  ["does not shorten one that it asks for in milliseconds", { "retry-after-ms": "1000" }, 4],
])("a success after three failures %s", async (_, headers, sent) => {
  let status = 503;
  const answer = async (): Promise<Response> => json({}, { status, headers });
  const { svc, requests, clock } = setup([() => answer()], { random: () => 0.99, rateLimit: false });
  const calls = [1, 2, 3].map(() => svc.health.get());
  await clock.advance(100);
  status = 200;
  await svc.health.get();
  await clock.advance(0);
  expect(requests).toHaveLength(sent);
  await clock.advance(1000);
  await Promise.all(calls);
  expect([requests.length, clock.pending]).toEqual([7, 0]);
});

test("the turn of a retry that is aborted goes to the next", async () => {
  let answer = async (): Promise<Response> => json({}, { status: 503 });
  const { svc, requests, clock } = setup([() => answer()], { retry: { budget: 0 }, rateLimit: false });
  const controller = new AbortController();
  const calls = [controller.signal, controller.signal, undefined, undefined].map((signal) =>
    svc.health.get({ signal }).catch((error: Error) => error.name),
  );
  await settled();
  answer = async () => json("good");
  controller.abort();
  await clock.advance(0);
  expect(await Promise.all(calls)).toEqual(["AbortedError", "AbortedError", "good", "good"]);
  await svc.close();
  expect([requests.length, clock.pending]).toEqual([6, 0]);
});

test("retry: false makes one attempt", async () => {
  for (const answer of [json({}, { status: 503 }), json({}, { status: 429 }), failure("ECONNREFUSED")]) {
    const { svc, requests } = setup([answer], { retry: false });
    await rejection(svc.health.get());
    expect(requests).toHaveLength(1);
  }
});

test("an attempt that takes longer than timeoutMs is a TimeoutError, also while its body stalls", async () => {
  let signal: AbortSignal | null | undefined;
  const stalled = (_: Request, init?: RequestInit): Response => {
    signal = init?.signal;
    return new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array([91])) }));
  };
  const { svc, clock } = setup([stalled], { timeoutMs: 1000 });
  const call = rejection(svc.health.get());
  await clock.advance(1000);
  expect(await call).toMatchObject({ name: "TimeoutError", message: expect.stringContaining("timeoutMs") });
  expect([signal?.aborted, clock.pending]).toEqual([true, 0]);
});

test("a fetch that ignores its signal is left at the time limit all the same", async () => {
  const { svc, clock } = setup([() => new Promise<Response>(() => {})]);
  const call = rejection(svc.health.get({ timeoutMs: 50 }));
  await clock.advance(50);
  expect((await call).name).toBe("TimeoutError");
  expect(svc.rateLimit.inFlight).toBe(0);
});

test("a total time limit covers waits and attempts", async () => {
  const { svc, clock } = setup([json({}, { status: 503, headers: { "retry-after": "30" } })], { totalTimeoutMs: 5000 });
  const call = rejection(svc.health.get());
  await clock.advance(5000);
  expect(await call).toMatchObject({ name: "TimeoutError", message: expect.stringContaining("totalTimeoutMs") });
  expect(clock.pending).toBe(0);
});

test("each attempt ends at its own time limit", async () => {
  const { svc, clock } = setup([() => new Promise<Response>(() => {})], { timeoutMs: 3000, rateLimit: false });
  const ends: string[] = [];
  const note = (name: string, timeoutMs?: number) =>
    svc.health.get({ timeoutMs }).catch((error: Error) => ends.push(`${name} ${error.name}`));
  void note("slow");
  await clock.advance(500);
  void note("quick", 100);
  void note("same");
  await clock.advance(100);
  expect(ends).toEqual(["quick TimeoutError"]);
  await clock.advance(2400);
  expect(ends).toEqual(["quick TimeoutError", "slow TimeoutError"]);
  await clock.advance(500);
  expect(ends).toHaveLength(3);
  expect(clock.pending).toBe(0);
});

test("no timer is set where nothing is limited", async () => {
  let during = -1;
  const { svc, clock } = setup(
    [
      () => {
        during = clock.pending;
        return json(1);
      },
    ],
    { timeoutMs: false },
  );
  await svc.health.get();
  expect(during).toBe(0);
});

const listeners = (signal: AbortSignal): Set<unknown> => {
  const left = new Set<unknown>();
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    left.add(args[1]);
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    left.delete(args[1]);
    removeEventListener.apply(signal, args);
  };
  return left;
};

test.each([
  ["in flight", [() => new Promise<Response>(() => {})], {}],
  ["in the body", [new Response(new ReadableStream({}))], {}],
  ["in a backoff", [json({}, { status: 503, headers: { "retry-after": "30" } })], {}],
  ["in the queue", [json({}, { status: 429, headers: { "retry-after": "30" } })], {}],
  ["while the credential is fetched", [json(1)], { auth: () => new Promise<string>(() => {}) }],
])("an abort %s ends the call at once and leaves nothing behind", async (_, answers, options) => {
  const { svc, clock } = setup(
    answers.length > 0 && answers[0] instanceof Response && answers[0].status === 200 && answers[0].body
      ? [() => answers[0] as Response]
      : answers,
    options,
  );
  const controller = new AbortController();
  const left = listeners(controller.signal);
  const call = rejection(svc.health.get({ signal: controller.signal }));
  await settled();
  controller.abort("enough");
  const error = await call;
  expect([error.name, error.cause]).toEqual(["AbortedError", "enough"]);
  await settled();
  expect([clock.pending, left.size, svc.rateLimit.inFlight, svc.rateLimit.queued]).toEqual([0, 0, 0, 0]);
});

test("a signal that is aborted already sends nothing, and one that is reused keeps no listeners", async () => {
  const { svc, requests } = setup([json(1)]);
  expect((await rejection(svc.health.get({ signal: AbortSignal.abort() }))).name).toBe("AbortedError");
  expect(requests).toHaveLength(0);
  const { signal } = new AbortController();
  const left = listeners(signal);
  for (let index = 0; index < 30; index++) await svc.health.get({ signal });
  expect(left.size).toBe(0);
});

test("an abort ends a stream that was handed out", async () => {
  let cancelled = false;
  const answer = (_: Request, init?: RequestInit): Response => {
    init?.signal?.addEventListener("abort", () => (cancelled = true));
    return new Response(new ReadableStream({}), { headers: { "content-type": "text/event-stream" } });
  };
  const controller = new AbortController();
  await setup([answer]).svc.health.get({ signal: controller.signal });
  controller.abort();
  expect(cancelled).toBe(true);
});

test("close rejects what waits, lets what is under way end, and leaves no timer", async () => {
  let answer = (_: Response): void => {};
  const { svc, clock } = setup([
    () => new Promise<Response>((resolve) => (answer = resolve)),
    json({}, { status: 503, headers: { "retry-after": "30" } }),
  ]);
  const underWay = svc.health.get();
  await settled();
  const waiting = rejection(svc.health.get());
  const closed = svc.close();
  expect((await waiting).name).toBe("AbortedError");
  answer(json("good"));
  expect(await underWay).toBe("good");
  await closed;
  expect(clock.pending).toBe(0);
  expect((await rejection(svc.health.get())).name).toBe("AbortedError");
  await svc.close();
});

test("hooks tell what happens, and what they throw is ignored", async () => {
  const events: string[] = [];
  const note = (name: string) => (event: CallEvent) => {
    events.push(`${name} ${event.operation} ${event.attempt}`);
    throw new Error("mine");
  };
  const hooks = {
    onRequest: note("request"),
    onResponse: note("response"),
    onRetry: note("retry"),
    onWait: note("wait"),
    onRateLimit: note("limit"),
  };
  const { svc, clock } = setup([json({}, { status: 429, headers: { "retry-after": "1" } }), json(1)], { hooks });
  const call = svc.health.get();
  await clock.advance(5000);
  await call;
  expect(events).toEqual(
    ["request 1", "response 1", "limit 1", "wait 2", "retry 1", "request 2", "response 2"].map((event) =>
      event.replace(" ", " health.get "),
    ),
  );
});

test("clients share one limiter by credential and origin, and not with others", async () => {
  const headers = { "x-ratelimit-limit": "5", "x-ratelimit-remaining": "3", "x-ratelimit-reset": "1800000060" };
  const { clock } = setup([]);
  const fetch = async (): Promise<Response> => json(1, { headers });
  const make = (options: object) => setup([], { clock, fetch, rateLimit: undefined, ...options }).svc;
  const first = make({ auth: "k1" });
  await first.health.get();
  expect(first.rateLimit.limit).toBe(5);
  expect(make({ auth: "k1" }).rateLimit.limit).toBe(5);
  for (const options of [
    { auth: "k2" },
    { auth: "k1", baseUrl: "https://other.example" },
    { auth: "k1", rateLimit: {} },
    { auth: () => "k1" },
  ]) {
    expect(make(options).rateLimit.limit).not.toBe(5);
  }
  const auth = () => "k3";
  await make({ auth }).health.get();
  expect(make({ auth }).rateLimit.limit).toBe(5);
});

test("a shared limiter lives until its last client is closed", async () => {
  const { clock } = setup([]);
  const fetch = async (): Promise<Response> => json(1);
  const make = () => setup([], { clock, fetch, rateLimit: undefined, auth: "k4" }).svc;
  const [one, two] = [make(), make()];
  await one.close();
  await one.close();
  expect(await two.health.get()).toBe(1);
  await two.close();
  expect(await make().health.get()).toBe(1);
});

test.each(["method", "raw"])(
  "%s: a credential that never comes ends with timeoutMs, and holds up nobody else",
  async (way) => {
    let asked = 0;
    const auth = (): string | Promise<string> => (asked++ ? "token" : new Promise<string>(() => {}));
    const { svc, requests, clock } = setup([json("in")], { auth, timeoutMs: 100 });
    const first = rejection(way === "raw" ? svc.raw.GET("/health" as never, {} as never) : svc.health.get());
    const second = svc.health.get();
    await clock.advance(99);
    expect(svc.rateLimit).toMatchObject({ queued: 1, inFlight: 1 });
    await clock.advance(1);
    expect(await first).toMatchObject({ name: "TimeoutError", message: expect.stringContaining("timeoutMs (100 ms)") });
    await clock.advance(0);
    expect([await second, requests.length]).toEqual(["in", 1]);
    await svc.close();
    expect(clock.pending).toBe(0);
  },
);

test("a renewal that never comes ends with timeoutMs as well, and what it gives too late sends nothing", async () => {
  let give: (token: string) => void = () => {};
  const auth = (rejected?: string): string | Promise<string> =>
    rejected ? new Promise<string>((resolve) => (give = resolve)) : "token-1";
  const { svc, requests, clock } = setup([json({}, { status: 401 }), json("in")], { auth, timeoutMs: 100 });
  const call = rejection(svc.health.get());
  await clock.advance(100);
  expect((await call).name).toBe("TimeoutError");
  give("token-2");
  await settled();
  expect(requests).toHaveLength(1);
  await svc.close();
  expect(clock.pending).toBe(0);
});

test("a credential and its attempt share timeoutMs; the wait before a retry is no part of it", async () => {
  const delay = (): Promise<string> => new Promise((resolve) => clock.setTimeout(() => resolve("token"), 60));
  const { svc, requests, clock } = setup([json({}, { status: 503, headers: { "retry-after": "5" } }), json("in")], {
    auth: delay,
    timeoutMs: 100,
  });
  const call = svc.health.get();
  await clock.advance(5_200);
  expect([await call, requests.length]).toEqual(["in", 2]);
});

test("an observer whose promise is rejected breaks nothing", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  const onResponse = async (): Promise<void> => {
    throw new Error("the log is full");
  };
  const { svc } = setup([json("in")], { hooks: { onRequest: () => null, onResponse } });
  expect(await svc.health.get()).toBe("in");
  await settled();
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

test("a 403 with Retry-After is a refusal: it goes again, and is a RateLimitError in the end", async () => {
  const refusal = json({}, { status: 403, headers: { "retry-after": "2" } });
  const { svc, requests, clock } = setup([refusal, json("good")]);
  const call = svc.health.get();
  await clock.advance(2000);
  expect([await call, requests.length]).toEqual(["good", 2]);
  const last = setup([refusal], { retry: false });
  expect(await rejection(last.svc.health.get())).toMatchObject({ name: "RateLimitError", status: 403 });
});
