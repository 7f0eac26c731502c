import { expect, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { AbortedError, ConfigurationError, NotFoundError, SvcError, TimeoutError } from "../../src/index.ts";
import { type PollEvent, WaiterError, WaiterTimeoutError, waitUntil } from "../../src/waiters.ts";
import { rejection } from "../support/client.ts";
import { createJobs, type Job, job } from "./jobs.ts";

test("a waiter polls until the state is there, at growing intervals, and gives the resource", async () => {
  const { svc, clock, requests } = createJobs((_, count) => job(count < 4 ? "pending" : "active"));
  const reached = svc.jobs.untilActive("j1");
  await clock.advance(0);
  expect(requests).toHaveLength(1);
  await clock.advance(1000);
  expect(requests).toHaveLength(2);
  await clock.advance(1499);
  expect(requests).toHaveLength(2);
  await clock.advance(1 + 2250);
  expect(await reached).toEqual({ id: "j1", state: "active" });
  await clock.advance(600_000);
  expect(requests).toHaveLength(4);
  expect(clock.pending).toBe(0);
});

test("a failure state is a WaiterError with the resource, which is not printed", async () => {
  const { svc } = createJobs(() => Response.json({ id: "j1", state: "failed", note: "private" }));
  const error = await rejection(svc.jobs.untilActive("j1"));
  expect(WaiterError.is(error) && SvcError.is(error)).toBe(true);
  expect(error).toMatchObject({ state: "failed", status: 200, operation: "jobs.get" });
  expect(error["resource"]).toEqual({ id: "j1", state: "failed", note: "private" });
  expect(error.message).toBe('jobs.untilActive: "failed" was reached instead of "active"');
  expect(JSON.stringify(error)).not.toContain("private");
});

test("after the time limit the error has the last state", async () => {
  const { svc, clock, requests } = createJobs(() => job("pending"));
  const failed = rejection(svc.jobs.untilActive("j1", { timeoutMs: 5000 }));
  await clock.advance(5000);
  const error = await failed;
  expect(TimeoutError.is(error) && WaiterTimeoutError.is(error)).toBe(true);
  expect(error.message).toBe('jobs.untilActive: "active" was not reached within 5000 ms; last seen: "pending"');
  expect(error["resource"]).toEqual({ id: "j1", state: "pending" });
  const sent = requests.length;
  await clock.advance(60_000);
  expect(requests).toHaveLength(sent);
  expect(clock.pending).toBe(0);
});

test("a status may be what is waited for; other errors end the wait", async () => {
  const gone = createJobs((_, count) => (count < 2 ? job("active") : new Response(null, { status: 404 })));
  const reached = gone.svc.jobs.untilGone("j1");
  await gone.clock.advance(1000);
  expect(await reached).toBeUndefined();
  const missing = createJobs(() => new Response(null, { status: 404 }));
  expect(NotFoundError.is(await rejection(missing.svc.jobs.untilActive("j1")))).toBe(true);
});

test("failures that pass are polled through, and are the cause where time runs out", async () => {
  const { svc, clock } = createJobs((_, count) => {
    if (count === 1) return new Response(null, { status: 503, headers: { "retry-after": "20" } });
    if (count === 2) throw new TypeError("fetch failed");
    return job("active");
  });
  const seen: PollEvent<Job>[] = [];
  const reached = svc.jobs.untilActive("j1", { onPoll: (event) => seen.push(event) });
  await clock.advance(19_999);
  expect(seen).toHaveLength(1);
  await clock.advance(5000);
  expect((await reached).state).toBe("active");
  expect(seen.map(({ state, polls }) => [state, polls])).toEqual([
    [undefined, 1],
    [undefined, 2],
    ["active", 3],
  ]);
  const down = createJobs(() => Promise.reject(new TypeError("fetch failed")));
  const failed = rejection(down.svc.jobs.untilActive("j1", { timeoutMs: 100 }));
  await down.clock.advance(100);
  expect(await failed).toMatchObject({ name: "WaiterTimeoutError", cause: { name: "ConnectionError" } });
});

test("those who wait for the same resource share polls; who comes later is not told what was asked before", async () => {
  let answer = (_: Response): void => {};
  const { svc, clock, requests } = createJobs(() => new Promise((resolve) => (answer = resolve)));
  const early = [svc.jobs.untilActive("j1"), svc.jobs.untilActive("j1")];
  const other = svc.jobs.untilActive("j2");
  await clock.advance(0);
  expect(requests).toEqual(["GET /jobs/j1", "GET /jobs/j2"]);
  const answerOther = answer;
  answerOther(job("active", "j2"));
  expect((await other).id).toBe("j2");
  const solo = createJobs((_, count) => (count === 1 ? new Promise((resolve) => (answer = resolve)) : job("active")));
  const first = solo.svc.jobs.untilActive("j1");
  await solo.clock.advance(0);
  const late = solo.svc.jobs.untilActive("j1");
  answer(job("failed"));
  expect(WaiterError.is(await rejection(first))).toBe(true);
  await solo.clock.advance(0);
  expect(solo.requests).toHaveLength(2);
  expect((await late).state).toBe("active");
  await svc.close();
  expect(await Promise.all(early.map(rejection))).toEqual([expect.any(AbortedError), expect.any(AbortedError)]);
});

test("abort and close end a wait at once, and leave no timer", async () => {
  const { svc, clock, requests } = createJobs(() => job("pending"));
  const controller = new AbortController();
  const aborted = rejection(svc.jobs.untilActive("j1", { signal: controller.signal }));
  const closed = rejection(svc.jobs.untilActive("j1"));
  await clock.advance(10);
  controller.abort("enough");
  expect(await aborted).toMatchObject({ name: "AbortedError", cause: "enough" });
  await svc.close();
  expect(await closed).toBeInstanceOf(AbortedError);
  expect(clock.pending).toBe(0);
  expect(requests).toHaveLength(1);
  expect(AbortedError.is(await rejection(svc.jobs.untilActive("j1")))).toBe(true);
  expect(AbortedError.is(await rejection(svc.jobs.untilActive("j1", { signal: AbortSignal.abort() })))).toBe(true);
});

test.each([
  [{ timeoutMs: 0 }, "timeoutMs"],
  [{ intervalMs: -1 }, "intervalMs"],
  [{ intervalMs: 10, maxIntervalMs: 5 }, "maxIntervalMs"],
  [{ onPoll: 1 }, "onPoll"],
])("%j is refused by name, and nothing is sent", async (options, name) => {
  const { svc, requests } = createJobs(() => job("active"));
  const error = await rejection(svc.jobs.untilActive("j1", options as object));
  expect(ConfigurationError.is(error)).toBe(true);
  expect(error.message).toMatch(new RegExp(`^${name}: `));
  expect(requests).toEqual([]);
});

test("a thousand waiters at 60 requests per minute are never refused", async () => {
  const states = new Map<string, number>();
  let window = { ends: 0, left: 60 };
  let refused = 0;
  const { svc, clock, requests } = createJobs(
    (request) => {
      if (clock.now() >= window.ends) window = { ends: (Math.floor(clock.now() / 60_000) + 1) * 60_000, left: 60 };
      const headers = { "x-ratelimit-limit": "60", "x-ratelimit-reset": String(window.ends / 1000) };
      if (window.left === 0) refused++;
      if (window.left === 0)
        return new Response(null, { status: 429, headers: { ...headers, "x-ratelimit-remaining": "0" } });
      window.left--;
      const id = new URL(request.url).pathname;
      states.set(id, (states.get(id) ?? 0) + 1);
      const state = (states.get(id) ?? 0) > 1 ? "active" : "pending";
      return Response.json({ id, state }, { headers: { ...headers, "x-ratelimit-remaining": String(window.left) } });
    },
    { rateLimit: {} },
  );
  const waits = Array.from({ length: 1000 }, (_, index) => svc.jobs.untilActive(`j${index}`, { timeoutMs: false }));
  for (let minute = 0; minute < 40; minute++) await clock.advance(60_000);
  expect((await Promise.all(waits)).every(({ state }) => state === "active")).toBe(true);
  expect(refused).toBe(0);
  expect(requests).toHaveLength(2000);
});

test("waitUntil takes a condition of the caller", async () => {
  const { svc, clock } = createJobs((_, count) => job(`${count}`));
  const reached = waitUntil(
    svc,
    (options) => svc.jobs.get("j1", options),
    ({ state }) => Number(state) > 2,
  );
  await clock.advance(10_000);
  expect(await reached).toEqual({ id: "j1", state: "3" });
  const failed = rejection(
    waitUntil(
      svc,
      (options) => svc.jobs.get("j1", options),
      () => false,
      { failed: () => true },
    ),
  );
  expect(WaiterError.is(await failed)).toBe(true);
});

test("a timer that is set longer than timers can wait is set again, and nothing is asked meanwhile", () => {
  const { setTimeout } = globalThis;
  const waits: (number | undefined)[] = [];
  globalThis.setTimeout = ((_: () => void, ms?: number) => void waits.push(ms)) as unknown as typeof setTimeout;
  try {
    systemClock.setTimeout(() => {}, 2 ** 40);
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  expect(waits).toEqual([2 ** 31 - 1]);
});
