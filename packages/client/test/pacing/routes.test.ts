import { describe, expect, test } from "vitest";
import { createPacer } from "../../src/pacing/create-pacer.ts";
import { limitsByOperation, oneLimit, undeclaredLimits } from "../../src/pacing/limits-by-operation.ts";
import type { Pacer } from "../../src/pacing/pacer.ts";
import { createRandom } from "./random.ts";
import { fixedWindow, type Limit } from "./servers.ts";
import { createVirtualTime, type VirtualTime } from "./virtual-time.ts";

const EPOCH = 1_800_000_000_000;
const HOUR = 3_600_000;

interface Count {
  taken: number;
  refused: number;
  failed: number;
  lost: number;
}

interface Service {
  readonly pacer: Pacer;
  readonly world: VirtualTime;
  readonly counts: { readonly [operation: string]: Count };
  /** When requests arrived. */
  readonly arrivals: number[];
  call(operation: string, retry?: boolean): void;
}

/** Operations with limits of their own on one credential, 20 to 40 ms away. Fails while `isDown`. */
function createService(
  limits: { readonly [operation: string]: Limit },
  { seed = 1, isDown = (_time: number): boolean => false } = {},
): Service {
  const world = createVirtualTime();
  const random = createRandom(seed);
  const clock = world.clock(EPOCH);
  const pacer = createPacer({
    clock,
    random,
    maxWaitMs: 1e12,
    limits: limitsByOperation,
    errors: { rateLimited: () => new Error("too long"), unavailable: () => new Error("out") },
  });
  const counts = Object.fromEntries(
    Object.keys(limits).map((name) => [name, { taken: 0, refused: 0, failed: 0, lost: 0 }]),
  );
  const arrivals: number[] = [];
  const leg = (): number => 20 + 20 * random();
  const send = (operation: string): void => {
    const sentAt = clock.now();
    const count = counts[operation] as Count;
    world.at(world.now() + leg(), () => {
      arrivals.push(world.now());
      if (isDown(world.now())) {
        count.failed++;
        pacer.failed({ operation, failure: new Error("refused") });
        call(operation);
        return;
      }
      const now = EPOCH + world.now();
      const { accepted, limit, remaining, resetAt } = (limits[operation] as Limit).take(now);
      count[accepted ? "taken" : "refused"]++;
      const headers = new Headers({
        date: new Date(now).toUTCString(),
        "x-ratelimit-limit": String(limit),
        "x-ratelimit-remaining": String(remaining),
        "x-ratelimit-reset": String(resetAt / 1000),
      });
      world.at(world.now() + leg(), () => {
        const status = accepted ? 200 : 429;
        pacer.answered({ operation, status, headers, sentAt, receivedAt: clock.now() });
        if (!accepted) call(operation, true);
      });
    });
  };
  const call = (operation: string, retry = false): void => {
    const wait = pacer.enter({ operation, retry });
    if (!wait) send(operation);
    wait?.then(
      () => send(operation),
      () => (counts[operation] as Count).lost++,
    );
  };
  return { pacer, world, counts, arrivals, call };
}

/** A day in the proofs, else three hours. */
const HOURS = process.env["SVC_PROOFS"] ? 24 : 3;

test("two routes with limits of their own are both used in full for hours, without a refusal", async () => {
  const { world, counts, call } = createService({
    core: fixedWindow([500], HOUR),
    search: fixedWindow([30], 60_000),
  });
  for (let index = 0; index < 30 * 60 * HOURS + 50; index++) call("search");
  for (let index = 0; index < 500 * HOURS + 50; index++) call("core");
  await world.run(HOURS * HOUR);
  expect(counts).toEqual({
    core: { taken: 500 * HOURS, refused: 0, failed: 0, lost: 0 },
    search: { taken: 30 * 60 * HOURS, refused: 0, failed: 0, lost: 0 },
  });
});

test("an operation that is new does not wait an hour for the limit of another", async () => {
  const { world, counts, call } = createService({ core: fixedWindow([20], HOUR), search: fixedWindow([30], 60_000) });
  for (let index = 0; index < 40; index++) call("core");
  world.at(10_000, () => {
    for (let index = 0; index < 30; index++) call("search");
  });
  await world.run(20_000);
  expect([counts["core"]?.taken, counts["search"]?.taken]).toEqual([20, 30]);
});

test("operations with equal limits and windows of their own are told apart by their ends", async () => {
  const later = fixedWindow([30], 60_000);
  const { world, counts, call } = createService({
    a: fixedWindow([30], 60_000),
    b: {
      ...later,
      take(now) {
        const verdict = later.take(now + 25_000);
        return { ...verdict, resetAt: verdict.resetAt - 25_000 };
      },
    },
  });
  for (let index = 0; index < 30; index++) call("a");
  for (let index = 0; index < 15; index++) call("b");
  await world.run(5000);
  expect([counts["a"]?.taken, counts["b"]?.taken]).toEqual([30, 15]);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  "an outage of two seconds gets one request at a time (seed %i)",
  async (seed) => {
    const isDown = (time: number): boolean => time > 3300 && time < 5300;
    const { world, counts, arrivals, call } = createService({ only: fixedWindow([25], 2000) }, { seed, isDown });
    for (let index = 0; index < 400; index++) call("only");
    await world.run(60_000);
    expect(counts["only"]).toMatchObject({ taken: 400, refused: 0, lost: 0 });
    expect(counts["only"]?.failed).toBeLessThan(40);
    expect(arrivals.filter((time) => time >= 5300 && time < 5600).length).toBeLessThanOrEqual(25);
  },
);

test("an outage that lasts ends the waits of all", async () => {
  const { world, counts, call } = createService({ only: fixedWindow([25], 2000) }, { isDown: (time) => time > 1000 });
  for (let index = 0; index < 100; index++) call("only");
  await world.run(40_000);
  expect(counts["only"]?.lost).toBeGreaterThan(40);
  expect(counts["only"]?.failed).toBeLessThan(60);
});

test("a refusal of the last window that comes late does not close the new one", () => {
  const clock = { now: () => EPOCH, setTimeout: () => 0, clearTimeout: () => {} };
  const pacer = createPacer({
    clock,
    random: () => 0.5,
    limits: limitsByOperation,
    errors: { rateLimited: () => new Error("too long") },
  });
  const tell = (status: number, remaining: number, reset: number, sentAt: number): void => {
    const headers = new Headers({
      "x-ratelimit-limit": "10",
      "x-ratelimit-remaining": String(remaining),
      "x-ratelimit-reset": String((EPOCH + reset) / 1000),
      "retry-after": "3600",
    });
    pacer.answered({ status, headers, sentAt: EPOCH + sentAt, receivedAt: EPOCH + sentAt + 500 });
  };
  void pacer.enter({});
  tell(200, 5, HOUR, 0);
  void pacer.enter({});
  void pacer.enter({});
  tell(200, 9, 2 * HOUR, HOUR + 10);
  tell(429, 0, HOUR, HOUR - 100);
  expect(pacer.snapshot().remaining).toBe(9);
});

describe.each([
  ["that reads one limit", oneLimit],
  ["that tells limits apart by operation", limitsByOperation],
  ["that is told of no limit", undeclaredLimits],
])("a client %s", (_name, limits) => {
  const told = { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "9", "x-ratelimit-reset": `${EPOCH / 1000 + 60}` };

  type Call = (operation: string, status?: number, headers?: { readonly [name: string]: string }) => Promise<boolean>;

  /** Sends a request if it may go now, and answers it 20 ms later. Returns whether it went. */
  function createCaller(): Call {
    let now = EPOCH;
    const clock = { now: () => now, setTimeout: () => 0, clearTimeout: () => {} };
    const errors = { rateLimited: () => new Error("too long") };
    const pacer = createPacer({ clock, random: () => 0.5, limits, errors });
    return async (operation, status = 200, headers = {}) => {
      const abort = new AbortController();
      const wait = pacer.enter({ operation, signal: abort.signal });
      abort.abort();
      const isSent = await Promise.resolve(wait).then(
        () => true,
        () => false,
      );
      now += 20;
      const times = { sentAt: now - 20, receivedAt: now };
      if (isSent) pacer.answered({ operation, status, headers: new Headers(headers), ...times });
      return isSent;
    };
  }

  test.each([429, 503, 403])(
    "keeps to the operation what one refuses with %i, until another does, too",
    async (status) => {
      for (const first of [{}, told]) {
        const call = createCaller();
        for (const operation of ["a", "b", "c"]) expect(await call(operation, 200, first)).toBe(true);
        expect(await call("a", status, { "retry-after": "3600" })).toBe(true);
        expect([await call("a"), await call("b", 200, first), await call("c", 200, first)]).toEqual([
          false,
          true,
          true,
        ]);
        expect(await call("b", status, { "retry-after": "600" })).toBe(true);
        expect([await call("a"), await call("b"), await call("c")]).toEqual([false, false, false]);
      }
    },
  );

  test("keeps an operation that was refused before its first answer to itself", async () => {
    const call = createCaller();
    await call("b", 200, told);
    await call("a", 503, { "retry-after": "3600" });
    expect([await call("a"), await call("b", 200, told), await call("c", 200, told)]).toEqual([false, true, true]);
  });

  test("stops all operations by a refusal that names their limit", async () => {
    const call = createCaller();
    for (const operation of ["a", "b"]) await call(operation, 200, told);
    await call("a", 429, { ...told, "x-ratelimit-remaining": "0", "retry-after": "30" });
    expect([await call("a"), await call("b")]).toEqual([false, false]);
  });
});

test.each([
  ["oneLimit", oneLimit],
  ["limitsByOperation", limitsByOperation],
  ["undeclaredLimits", undeclaredLimits],
])("an operation that tells no limit is not held back by another's (%s)", async (_name, limits) => {
  for (const order of [
    ["free", "limited"],
    ["limited", "free"],
  ]) {
    const world = createVirtualTime();
    const clock = world.clock(EPOCH);
    const pacer = createPacer({
      clock,
      random: () => 0.5,
      limits,
      maxWaitMs: 1e12,
      errors: { rateLimited: () => new Error("too long") },
    });
    const limit = fixedWindow([10], 60_000);
    let [answered, last] = [0, 0];
    const call = (operation: string): void => {
      const send = (): void => {
        const sentAt = clock.now();
        world.at(world.now() + 200, () => {
          const { remaining, resetAt } = limit.take(EPOCH + world.now());
          const headers = new Headers(
            operation === "limited"
              ? {
                  "x-ratelimit-limit": "10",
                  "x-ratelimit-remaining": `${remaining}`,
                  "x-ratelimit-reset": `${resetAt / 1000}`,
                }
              : {},
          );
          pacer.answered({ operation, status: 200, headers, sentAt, receivedAt: clock.now() });
          if (operation === "free") [answered, last] = [answered + 1, world.now()];
        });
      };
      const wait = pacer.enter({ operation });
      if (wait) void wait.then(send);
      else send();
    };
    for (const [turn, operation] of order.entries()) world.at(turn * 1000, () => call(operation));
    world.at(2000, () => {
      for (let count = 0; count < 500; count++) call("free");
    });
    await world.run(30_000);
    expect(answered).toBe(501);
    expect(last).toBeLessThan(2000 + 3000);
    pacer.close(new Error("closed"));
  }
});
