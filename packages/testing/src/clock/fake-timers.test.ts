import { afterEach, expect, test, vi } from "vitest";
import { createFakeSvc } from "../../test/support/service.ts";
import { createVirtualClock } from "./virtual-clock.ts";

afterEach(() => void vi.useRealTimers());

test("one call makes the clock, Date and the runner's timers one, both ways", async () => {
  const clock = createVirtualClock();
  const start = clock.now();
  const log: string[] = [];
  clock.setTimeout(() => log.push("set before"), 1000);
  const off = clock.drive(vi);
  expect(Date.now()).toBe(start);
  clock.setTimeout(() => log.push("clock"), 3000);
  setTimeout(() => log.push("global"), 2000);
  await clock.advance({ seconds: 2 });
  expect([log, Date.now() - start]).toEqual([["set before", "global"], 2000]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([log.at(-1), clock.now() - start]).toEqual(["clock", 3000]);
  expect(clock.pending).toBe(0);
  const cancelled = clock.setTimeout(() => log.push("cancelled"), 1);
  clock.clearTimeout(cancelled);
  clock.setTimeout(() => log.push("afterwards"), 1000);
  off();
  expect(Math.abs(Date.now() - start)).toBeGreaterThan(60_000);
  expect(clock.now() - start).toBe(3000);
  await clock.advance({ seconds: 1 });
  expect(log).toEqual(["set before", "global", "clock", "afterwards"]);
});

test("windows of a fake end with the runner's timers, and a clock that is driven twice is refused", async () => {
  const fake = createFakeSvc({ rateLimit: { limit: 1, window: { seconds: 10 } } });
  using _off = fake.clock.drive(vi);
  const get = () => fake.fetch(`${fake.baseUrl}/health`, { headers: { authorization: "Bearer k" } });
  expect([(await get()).status, (await get()).status]).toEqual([200, 429]);
  vi.advanceTimersByTime(10_000);
  expect((await get()).status).toBe(200);
  expect(() => fake.clock.drive(vi)).toThrow("fake timers already drive this clock");
});

test("a clock that advances by itself advances the runner's timers, too", async () => {
  const clock = createVirtualClock();
  using _off = clock.drive(vi);
  clock.auto();
  const start = Date.now();
  await new Promise<void>((resolve) => void clock.setTimeout(() => setTimeout(resolve, 5000), 1000));
  expect(Date.now() - start).toBe(6000);
  clock.auto(false);
});
