import { expect, test } from "vitest";
import { createFakeSvc } from "../../test/support/service.ts";
import { systemClock } from "./clock.ts";
import { createStandStill } from "./stand-still.ts";
import { createVirtualClock } from "./virtual-clock.ts";

/** A watch whose real time is another virtual clock. */
function setUp({ clock = createVirtualClock() } = {}) {
  const real = createVirtualClock(0);
  const warnings: string[] = [];
  const standStill = createStandStill({ clock, warn: (text) => warnings.push(text), ...real });
  return { clock, real, warnings, standStill };
}

test("a wait for a clock that stands is reported once, with the remedy", async () => {
  const { real, warnings, standStill } = setUp();
  standStill.watch("something waits");
  standStill.watch("something else waits");
  await real.advance({ milliseconds: 999 });
  expect(warnings).toEqual([]);
  await real.advance({ milliseconds: 1 });
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/^fake: something waits, and its clock stands still.*fake\.client\(/);
});

test("a wait that ends, or for a clock that moves, is not reported", async () => {
  const { clock, real, warnings, standStill } = setUp();
  standStill.watch("something waits")();
  standStill.watch("something waits");
  await clock.advance(1);
  await real.advance({ seconds: 10 });
  standStill.watch("something waits");
  clock.auto();
  await real.advance({ seconds: 10 });
  standStill.watch("something waits");
  standStill.end();
  await real.advance({ seconds: 10 });
  expect(warnings).toEqual([]);
  expect(real.pending).toBe(0);
});

test("a limit is used up for ever on an automatic clock that nobody waits for", async () => {
  const { clock, real, warnings, standStill } = setUp();
  clock.auto();
  standStill.usedUp("the limit is used up");
  await real.advance({ milliseconds: 3_999 });
  expect(warnings).toEqual([]);
  await real.advance({ milliseconds: 1 });
  expect(warnings[0]).toMatch(/^fake: the limit is used up, and its clock stands still/);
});

test("refusals on a clock that stands are for ever once the window has passed in real time", async () => {
  const { clock, real, standStill } = setUp();
  const refuse = () => standStill.refusedUntil(clock.now() + 10_000, "the limit is used up");
  expect(refuse()).toBeUndefined();
  await real.advance({ seconds: 9 });
  expect(refuse()).toBeUndefined();
  await real.advance({ seconds: 1 });
  expect(refuse()).toMatch(/^the limit is used up, and its clock stands still/);
  await clock.advance({ seconds: 1 });
  expect(refuse()).toBeUndefined();
});

test("the first refusal says so where the window had passed before, and a slow test still sees one", async () => {
  const refusalAfter = async (ms: number, windowMs: number) => {
    const { clock, real, standStill } = setUp();
    standStill.usedUp("the limit is used up");
    await real.advance(ms);
    return standStill.refusedUntil(clock.now() + windowMs, "the limit is used up");
  };
  expect(await refusalAfter(10_000, 10_000)).toMatch(/^the limit is used up, and its clock stands still/);
  expect(await refusalAfter(9999, 10_000)).toBeUndefined();
  expect(await refusalAfter(4999, 1000)).toBeUndefined();
  expect(await refusalAfter(5000, 1000)).toBeDefined();
});

test("a clock that runs is not watched", async () => {
  const { real, warnings, standStill } = setUp({ clock: systemClock as never });
  standStill.watch("something waits");
  await real.advance({ seconds: 10 });
  expect(standStill.refusedUntil(Date.now() + 1, "the limit is used up")).toBeUndefined();
  expect(warnings).toEqual([]);
});

/** A generated client, in short, as far as it uses these options. */
function createClient({
  baseUrl,
  auth,
  fetch,
  clock,
}: {
  baseUrl: string;
  auth: string;
  fetch: (url: string, init: object) => Promise<Response>;
  clock: { now(): number; setTimeout(callback: () => void, ms: number): unknown };
  path?: string;
}) {
  const calls = { closed: 0 };
  return {
    calls,
    get: (path: string) => fetch(baseUrl + path, { headers: { authorization: `Bearer ${auth}` } }),
    wait: (ms: number) => new Promise<void>((resolve) => void clock.setTimeout(resolve, ms)),
    close: () => void calls.closed++,
  };
}

test("a client of the fake shares fetch, clock, address and a credential, and is closed with it", async () => {
  const fake = createFakeSvc({ tokens: ["t1"], rateLimit: { limit: 1, window: { seconds: 10 } } });
  const svc = fake.client(createClient);
  expect((await svc.get("/health")).status).toBe(200);
  expect((await svc.get("/health")).status).toBe(429);
  await svc.wait(10_000);
  expect((await svc.get("/sessions/s1/replay")).status).toBe(200);
  await fake.close();
  expect(svc.calls.closed).toBe(1);
});

test("options of a client go before those of the fake", async () => {
  const fake = createFakeSvc({ tokens: ["t1"] });
  const svc = fake.client(createClient, { auth: "t2", clock: systemClock } as never);
  expect((await svc.get("/sessions/s1/replay")).status).toBe(401);
  expect(fake.clock.isAutomatic).toBe(false);
});
