import { describe, expect, test } from "vitest";
import { type Setting, simulateProcesses } from "./simulate-processes.ts";

const SECOND = { limit: 50, windowMs: 1000, windows: 8, load: "backlog" } as const;
const SEEDS = [1, 2, 3, 4, 5];

const all = (setting: Omit<Setting, "seed">): ReturnType<typeof simulateProcesses>[] =>
  SEEDS.map((seed) => simulateProcesses({ seed, ...setting }));

const most = (values: readonly number[]): number => Math.max(...values);

describe("processes that share a limit", () => {
  test.each([4, 16])("use all of it without a refusal: %i of them", async (processes) => {
    for (const run of await Promise.all(all({ processes, ...SECOND }))) {
      expect(run.efficiency).toBeGreaterThan(0.99);
      expect(most(run.refused)).toBeLessThanOrEqual(1);
      expect(run).toMatchObject({ lost: 0, warnings: 0, timers: 0 });
    }
  });

  test("get no less than half of their share under equal load", async () => {
    for (const processes of [4, 16]) {
      for (const run of await Promise.all(all({ processes, ...SECOND }))) {
        const share = run.shares.reduce((sum, count) => sum + count, 0) / processes;
        expect(Math.min(...run.shares)).toBeGreaterThanOrEqual(share / 2);
      }
    }
  });

  test.each([
    ["a slow store", { storeMs: 40 }],
    ["a slow service", { serviceMs: 100 }],
    ["clocks that differ by seconds", { skewMs: 3000, windows: 12 }],
  ])("use nearly all of it with %s", async (_, more) => {
    for (const run of await Promise.all(all({ processes: 4, ...SECOND, ...more }))) {
      expect(run.efficiency).toBeGreaterThan(0.97);
      expect(most(run.refused.slice(4))).toBeLessThanOrEqual(2);
      expect(run.lost).toBe(0);
    }
  });

  test("leave others what they use, and share the rest", async () => {
    for (const run of await Promise.all(all({ processes: 4, ...SECOND, strangers: 20 }))) {
      expect(run.efficiency).toBeGreaterThan(0.59);
      expect(most(run.refused)).toBeLessThanOrEqual(2);
      expect(Math.min(...run.shares)).toBeGreaterThanOrEqual((30 * 7) / 4 / 2);
    }
  });

  test("ask once for many requests where they have many to send", async () => {
    const run = await simulateProcesses({
      seed: 1,
      processes: 4,
      ...SECOND,
      limit: 6000,
      windowMs: 60_000,
      windows: 3,
    });
    expect(run.efficiency).toBeGreaterThan(0.99);
    expect(run.permitRequests / run.sent).toBeLessThan(0.02);
  });
});

describe("a light user", () => {
  const LIGHT = { limit: 6000, windowMs: 60_000, windows: 4 };

  test("requests permits once per call, and reports once more after the first call of a window", async () => {
    const run = await simulateProcesses({ seed: 1, processes: 1, ...LIGHT, load: 0.5 });
    expect(run.permitRequests).toBeLessThanOrEqual(run.sent + 2 * LIGHT.windows);
    expect(run.longestWaitMs).toBeLessThan(2);
  });

  test("requests permits less often the more it calls, because leases follow its rate", async () => {
    const [some, many] = await Promise.all(
      [5, 40].map((load) => simulateProcesses({ seed: 1, processes: 2, ...LIGHT, load })),
    );
    expect((some?.permitRequests ?? 0) / (some?.sent ?? 1)).toBeLessThan(0.5);
    expect((many?.permitRequests ?? 0) / (many?.sent ?? 1)).toBeLessThan(0.07);
  });
});

describe("a process that dies", () => {
  const MINUTE = { limit: 200, windowMs: 60_000, windows: 3, load: "backlog" } as const;

  test("while it tests a new window delays the others by no more than the lease", async () => {
    for (const seed of SEEDS) {
      const alive = await simulateProcesses({ seed, processes: 3, ...SECOND });
      const windowAt = alive.acceptedAt.filter((_, index) => index % 50 === 0)[4] ?? 0;
      for (const process of [0, 1, 2]) {
        const death = { process, atMs: windowAt - 1 };
        const run = await simulateProcesses({ seed, processes: 3, ...SECOND, windows: 10, death });
        const next = run.acceptedAt.filter((at) => at > windowAt + 1)[0] ?? Infinity;
        expect(next - windowAt).toBeLessThan(1000 + 20);
      }
    }
  });

  test("with permits takes none of them along for longer than the lease", async () => {
    for (const seed of SEEDS) {
      const alive = await simulateProcesses({ seed, processes: 3, ...MINUTE });
      const windowAt = alive.acceptedAt[200] ?? 0;
      for (const later of [4, 5, 6, 7]) {
        const death = { process: 0, atMs: windowAt + later };
        const run = await simulateProcesses({ seed, processes: 3, ...MINUTE, death });
        const inWindow = run.acceptedAt.filter((at) => at > windowAt - 1 && at < windowAt + 30_000);
        expect(inWindow.filter((at) => at < windowAt + 3000).length).toBe(inWindow.length);
        expect(run.accepted[1]).toBeGreaterThan(190);
        expect(run.refused[1]).toBeLessThanOrEqual(2);
      }
    }
  });
});

describe("a store that stops answering", () => {
  test("loses no request, warns once in each process and is used again later", async () => {
    for (const seed of SEEDS) {
      const isStoreDown = (time: number): boolean => time > 3000 && time < 8000;
      const run = await simulateProcesses({ seed, processes: 4, ...SECOND, windows: 14, isStoreDown });
      expect(run).toMatchObject({ lost: 0, warnings: 4, timers: 0 });
      expect(run.efficiency).toBeGreaterThan(0.9);
      expect(most(run.refused.slice(11))).toBeLessThanOrEqual(1);
    }
  });
});

test("a service whose clock is set back is followed", async () => {
  for (const seed of SEEDS) {
    const run = await simulateProcesses({ seed, processes: 4, ...SECOND, windows: 12, load: 5, setBackMs: 60_000 });
    expect(run.longestWaitMs).toBeLessThan(3000);
    expect(run).toMatchObject({ lost: 0, warnings: 0, timers: 0 });
  }
});

test("a service that tells no limit is not held up", async () => {
  const run = await simulateProcesses({ seed: 1, processes: 4, ...SECOND, limit: 1000, load: 20, isSilent: true });
  expect(run.longestWaitMs).toBeLessThan(300);
  expect(run).toMatchObject({ lost: 0, warnings: 0, timers: 0 });
});
