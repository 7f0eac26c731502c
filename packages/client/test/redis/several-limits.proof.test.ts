import { afterEach, describe, expect, test } from "vitest";
import { createSharedPacer } from "../../src/redis/shared-pacer.ts";
import { createRandom } from "../pacing/random.ts";
import { fixedWindow, type Limit } from "../pacing/servers.ts";
import { createVirtualTime } from "../pacing/virtual-time.ts";
import { settled } from "../support/manual-clock.ts";
import { connectRedis, createFleet } from "./fleet.ts";
import { createMemoryStores, type MemoryState } from "./memory-store.ts";
import { hasRedis, type RedisServer, startRedis } from "./redis-server.ts";
import { contextOf, type Result, type Setting, simulateProcesses } from "./simulate-processes.ts";

const SEEDS = [1, 2, 3, 4, 5];
const MINUTE = { limit: 300, windowMs: 60_000, windows: 4, load: "backlog" } as const;
const TEN_PER_SECOND = { limit: 10, windowMs: 1000 };

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
const runs = (setting: Omit<Setting, "seed">): Promise<Result[]> =>
  Promise.all(SEEDS.map((seed) => simulateProcesses({ seed, ...setting })));

describe("ten requests per second and 300 per minute, shared by four processes", () => {
  test.each(["fields", "draft"] as const)("are both used up, and hardly overrun, told as %s", async (told) => {
    for (const run of await runs({ processes: 4, ...MINUTE, second: TEN_PER_SECOND, told })) {
      expect(run.efficiency).toBe(1);
      // The first calls of three processes, which know one limit before their answers, and one at the end of some windows.
      expect(total(run.refused)).toBeLessThanOrEqual(10);
      expect(run).toMatchObject({ lost: 0, warnings: 0, timers: 0 });
    }
  });

  test("are kept as well as they can be guessed where only the tightest is counted", async () => {
    for (const run of await runs({ processes: 4, ...MINUTE, second: TEN_PER_SECOND, told: "policies" })) {
      expect(run.efficiency).toBeGreaterThan(0.8);
      expect(total(run.refused) / total(run.accepted)).toBeLessThan(0.03);
      expect(run).toMatchObject({ lost: 0, warnings: 0, timers: 0 });
    }
  });

  test("cost a process alone no refusal", async () => {
    for (const run of await runs({ processes: 1, ...MINUTE, second: TEN_PER_SECOND })) {
      expect(run.efficiency).toBe(1);
      expect(total(run.refused)).toBe(0);
    }
  });
});

test("a used-up limit does not have permits of another requested over and over", async () => {
  const long = { limit: 100_000, windowMs: 3_600_000 };
  const run = await simulateProcesses({ seed: 1, processes: 1, ...MINUTE, limit: 100, second: long });
  expect(run.efficiency).toBe(1);
  expect(run.permitRequests).toBeLessThan(80);
});

/** Processes that call operations with limits of their own, told in the same headers without a name. */
async function callOperations(seed: number, onTime?: (time: number, states: Map<string, MemoryState>) => void) {
  const epoch = 1_800_000_000_000;
  const world = createVirtualTime();
  const random = createRandom(seed);
  const limits: { readonly [operation: string]: Limit } = {
    core: fixedWindow([500], 60_000),
    search: fixedWindow([30], 10_000),
  };
  const counts = { core: { taken: 0, refused: 0 }, search: { taken: 0, refused: 0 } };
  const stores = createMemoryStores(world);
  const clock = world.clock(epoch);
  let lost = 0;
  const pacers = Array.from({ length: 4 }, (_, index) =>
    createSharedPacer({
      context: contextOf(clock, random),
      createStore: (name) => stores.of(name),
      id: `p${index}`,
      leaseMs: 1000,
      maxWaitMs: 1e12,
      maxQueued: 1e9,
      onLocal: () => undefined,
    }),
  );
  const call = (index: number, operation: "core" | "search", retry = false): void => {
    const pacer = pacers[index];
    const send = (): void => {
      const sentAt = clock.now();
      world.at(world.now() + 3 + 3 * random(), () => {
        const { accepted, limit, remaining, resetAt } = (limits[operation] as Limit).take(epoch + world.now());
        counts[operation][accepted ? "taken" : "refused"]++;
        const headers = new Headers({
          date: new Date(epoch + world.now()).toUTCString(),
          "x-ratelimit-limit": String(limit),
          "x-ratelimit-remaining": String(remaining),
          "x-ratelimit-reset": String(resetAt / 1000),
        });
        world.at(world.now() + 3 + 3 * random(), () => {
          const status = accepted ? 200 : 429;
          pacer?.answered({ operation, status, headers, sentAt, receivedAt: clock.now() });
          if (!accepted) call(index, operation, true);
        });
      });
    };
    const wait = pacer?.enter({ operation, retry });
    if (!wait) send();
    wait?.then(send, () => lost++);
  };
  for (const index of pacers.keys()) {
    for (let task = 0; task < 800; task++) call(index, "core");
    for (let task = 0; task < 300; task++) call(index, "search");
  }
  if (onTime) for (let time = 1000; time < 180_000; time += 1000) world.at(time, () => onTime(time, stores.states));
  await world.run(179_999);
  return { counts, lost };
}

test("operations with limits of their own each use theirs in full", async () => {
  for (const seed of SEEDS) {
    const { counts, lost } = await callOperations(seed);
    expect([counts.core.taken, counts.search.taken, lost]).toEqual([1500, 540, 0]);
    expect(counts.core.refused + counts.search.refused).toBeLessThanOrEqual(9);
  }
});

test("a store that forgets everything, and learns another limit first, is followed", async () => {
  for (const seed of SEEDS) {
    const { counts, lost } = await callOperations(seed, (time, states) => {
      if (time === 65_000) states.clear();
    });
    expect([counts.core.taken, counts.search.taken, lost]).toEqual([1500, 540, 0]);
    expect(counts.core.refused + counts.search.refused).toBeLessThanOrEqual(12);
  }
});

describe.skipIf(!hasRedis())("over a real Redis", () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  test("clients of both packages share two limits", async () => {
    const server: RedisServer = await startRedis();
    closing.push(() => server.close());
    const connections = await Promise.all(
      (["redis", "ioredis"] as const).map((kind) => connectRedis(kind, server.port)),
    );
    while (!connections.every((each) => each.isReady())) await settled();
    const fleet = createFleet(connections, { limit: 30, windowMs: 5000, second: { limit: 10, windowMs: 1000 } });
    closing.push(() => fleet.close());
    for (const index of connections.keys()) fleet.call(index, 100);
    await fleet.run(16_000);
    expect([fleet.errors, fleet.warnings.flat()]).toEqual([[], []]);
    const windows = [...fleet.windows.values()];
    expect(windows.map(([good]) => good)).toEqual([expect.any(Number), 30, 30, expect.any(Number)]);
    // In its first second neither process knows the limits: how many requests go then depends on whose answer comes first.
    expect(windows[0]?.[0]).toBeGreaterThanOrEqual(25);
    expect(total(windows.map(([, refused]) => refused))).toBeLessThanOrEqual(1);
  });
});
