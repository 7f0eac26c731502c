import type { RedisClientType } from "redis";
import { afterEach, describe, expect, test } from "vitest";
import { manualClock, settled } from "../support/manual-clock.ts";
import { type Connected, connectRedis, createFleet, type Fleet, type Kind } from "./fleet.ts";
import { hasRedis, type RedisServer, startRedis } from "./redis-server.ts";
import { startTcpProxy } from "./tcp-proxy.ts";

const LIMIT = 20;
const WINDOW_MS = 1000;
const KINDS = ["redis", "ioredis"] as const satisfies readonly Kind[];
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(isStarted = true): Promise<RedisServer> {
  const server = await startRedis([], isStarted);
  closing.push(() => server.close());
  return server;
}

async function enlist(port: number, isThere = true): Promise<{ fleet: Fleet; connections: Connected[] }> {
  const connections = await Promise.all(KINDS.map((kind) => connectRedis(kind, port)));
  if (isThere) await connected(connections);
  const fleet = createFleet(connections, { limit: LIMIT, windowMs: WINDOW_MS });
  closing.push(() => fleet.close());
  return { fleet, connections };
}

const connected = async (connections: Connected[]): Promise<void> => {
  while (!connections.every((each) => each.isReady())) await settled();
};

/** Both have more to do than the windows allow. */
function load(fleet: Fleet): void {
  for (const index of KINDS.keys()) fleet.call(index, 400);
}

/** No call was lost, and no window but those around the fault was left unused. */
function expectGoodEnd(fleet: Fleet, mostIdle: number): void {
  expect(fleet.errors).toEqual([]);
  const accepted = [...fleet.windows.values()].map(([good]) => good);
  expect((fleet.answered[0] ?? 0) + (fleet.answered[1] ?? 0)).toBe(accepted.reduce((sum, good) => sum + good, 0));
  expect(Math.min(...fleet.answered)).toBeGreaterThan(0);
  const unused = accepted.slice(0, -1).reduce((sum, good) => sum + LIMIT - good, 0);
  expect(unused).toBeLessThanOrEqual(mostIdle * LIMIT);
}

const refusedAfter = (fleet: Fleet, since: number): number =>
  [...fleet.windows].reduce((sum, [window, [, refused]]) => sum + (window * WINDOW_MS >= since ? refused : 0), 0);

describe.skipIf(!hasRedis())("without Redis, requests go on", () => {
  test("shares the limit while nothing is wrong", async () => {
    const { fleet } = await enlist((await start()).port);
    load(fleet);
    await fleet.run(8000);
    expectGoodEnd(fleet, 1);
    expect(fleet.warnings).toEqual([[], []]);
    expect(refusedAfter(fleet, 0)).toBe(0);
  });

  test("where it is not there at the start", async () => {
    const server = await start(false);
    const { fleet, connections } = await enlist(server.port, false);
    load(fleet);
    await fleet.run(2500);
    expect(fleet.warnings.map((list) => list.length)).toEqual([1, 1]);
    expect(fleet.warnings[0]?.[0]).toContain("not connected");
    expect(fleet.permitRequests).toEqual([0, 0]);
    await server.start();
    await connected(connections);
    await fleet.run(3000);
    const permitRequests = [...fleet.permitRequests];
    const since = fleet.clock.now();
    await fleet.run(7000);
    expect(Math.min(...permitRequests)).toBeGreaterThan(0);
    expectGoodEnd(fleet, 2);
    expect(refusedAfter(fleet, since)).toBeLessThanOrEqual(1);
    expect(fleet.warnings.map((list) => list.length)).toEqual([1, 1]);
  });

  test("where it goes away for 5 s, and restarts empty", async () => {
    const server = await start();
    const { fleet, connections } = await enlist(server.port);
    load(fleet);
    await fleet.run(2500);
    await server.kill();
    while (connections.some((each) => each.isReady())) await settled();
    await fleet.run(5000);
    const before = [...fleet.permitRequests];
    await server.start();
    await connected(connections);
    await fleet.run(2500);
    const since = fleet.clock.now();
    await fleet.run(6000);
    for (const [index, count] of fleet.permitRequests.entries())
      expect(count).toBeGreaterThan((before[index] ?? 0) + 2);
    expectGoodEnd(fleet, 2);
    expect(refusedAfter(fleet, since)).toBeLessThanOrEqual(1);
    expect(fleet.warnings.map((list) => list.length)).toEqual([1, 1]);
  });

  test("where it is paused for 5 s", async () => {
    const server = await start();
    const { fleet } = await enlist(server.port);
    load(fleet);
    await fleet.run(2500);
    server.pause();
    await fleet.run(5000, () => Infinity);
    expect(fleet.warnings.map((list) => list.length)).toEqual([1, 1]);
    expect(fleet.warnings[0]?.[0]).toContain("no response within 250 ms");
    const before = [...fleet.permitRequests];
    server.resume();
    await fleet.run(2500);
    const since = fleet.clock.now();
    await fleet.run(6000);
    for (const [index, count] of fleet.permitRequests.entries())
      expect(count).toBeGreaterThan((before[index] ?? 0) + 2);
    expectGoodEnd(fleet, 2);
    expect(refusedAfter(fleet, since)).toBeLessThanOrEqual(1);
    expect(fleet.warnings.map((list) => list.length)).toEqual([1, 1]);
  });

  test("where it forgets everything between two windows", async () => {
    const server = await start();
    const { fleet, connections } = await enlist(server.port);
    load(fleet);
    await fleet.run(2500);
    await server.kill();
    await server.start();
    await connected(connections);
    await fleet.run(6000);
    expectGoodEnd(fleet, 1);
  });

  test("where it goes back to an older window, as a copy does that takes over", async () => {
    const server = await start();
    const { fleet, connections } = await enlist(server.port);
    load(fleet);
    await fleet.run(2300);
    const client = connections[0]?.client as unknown as RedisClientType;
    const [key = ""] = (await client.keys("*")).filter((one) => !one.endsWith(":leases"));
    await client.hSet(key, "r", Number(await client.hGet(key, "r")) - WINDOW_MS);
    const before = [...fleet.permitRequests];
    await fleet.run(6000);
    expectGoodEnd(fleet, 2);
    // Nobody asks again and again.
    for (const [index, count] of fleet.permitRequests.entries()) expect(count - (before[index] ?? 0)).toBeLessThan(300);
  });

  test("where its script cache is flushed", async () => {
    const server = await start();
    const { fleet, connections } = await enlist(server.port);
    load(fleet);
    const [{ client }] = connections as [Connected];
    for (let second = 0; second < 8; second++) {
      await (client as unknown as { scriptFlush(): Promise<unknown> }).scriptFlush();
      await fleet.run(1000);
    }
    expectGoodEnd(fleet, 1);
    expect(fleet.warnings).toEqual([[], []]);
    expect(refusedAfter(fleet, 0)).toBe(0);
  });

  test("where the network adds 50 ms each way", async () => {
    const server = await start();
    const clock = manualClock(1_800_000_000_200);
    const proxy = await startTcpProxy(server.port, (pass) => clock.setTimeout(pass, 50));
    closing.push(() => proxy.close());
    const connections: Connected[] = [];
    const connecting = Promise.all(
      KINDS.map(async (kind) => {
        connections.push(await connectRedis(kind, proxy.port));
      }),
    );
    while (connections.length < KINDS.length || !connections.every((each) => each.isReady())) {
      await settled();
      await clock.advance(5);
    }
    await connecting;
    const fleet = createFleet(connections, { limit: LIMIT, windowMs: WINDOW_MS, clock });
    closing.push(() => fleet.close());
    load(fleet);
    await fleet.run(8000, () => proxy.held);
    expectGoodEnd(fleet, 2);
    expect(fleet.warnings).toEqual([[], []]);
    expect(refusedAfter(fleet, 0)).toBeLessThanOrEqual(fleet.windows.size);
    expect(Math.min(...fleet.permitRequests)).toBeGreaterThan(3);
  });
});
