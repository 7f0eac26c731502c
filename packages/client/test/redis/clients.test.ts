import { createClient } from "redis";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { settled } from "../support/manual-clock.ts";
import { type Connected, connectRedis, createFleet, type Kind } from "./fleet.ts";
import { hasRedis, type RedisServer, startRedis } from "./redis-server.ts";

const isThere = hasRedis();

async function share(kinds: readonly Kind[], port: number): Promise<void> {
  const connections: Connected[] = await Promise.all(kinds.map((kind) => connectRedis(kind, port)));
  while (!connections.every((each) => each.isReady())) await settled();
  const fleet = createFleet(connections, { limit: 20, windowMs: 1000 });
  for (const index of kinds.keys()) fleet.call(index, 200);
  await fleet.run(5000);
  const windows = [...fleet.windows.values()].slice(1, -1);
  expect(fleet.errors).toEqual([]);
  expect(fleet.warnings.flat()).toEqual([]);
  expect(windows).toEqual(windows.map(() => [20, 0]));
  for (const answered of fleet.answered) expect(answered).toBeGreaterThan((20 * 5) / kinds.length / 2);
  await fleet.close();
}

describe.skipIf(!isThere)("clients of both packages", () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.close());
  // Each test begins at the same time on a clock of its own: what another left is of a future window.
  beforeEach(async () => {
    const client = await createClient({ url: server.url }).connect();
    await client.flushAll();
    client.destroy();
  });

  test("share one limit with each other", () => share(["redis", "ioredis", "redis", "ioredis"], server.port));

  test("are left as they were when the client is closed", async () => {
    const connection = await connectRedis("redis", server.port);
    const fleet = createFleet([connection], { limit: 20, windowMs: 1000 });
    fleet.call(0, 30);
    await fleet.run(500);
    await fleet.svc[0]?.close();
    expect(connection.isReady()).toBe(true);
    expect(fleet.clock.pending).toBe(0);
    connection.close();
  });

  test("need not be connected when the client is made", async () => {
    const client = createClient({ url: server.url });
    client.on("error", () => undefined);
    const connection: Connected = { client, isReady: () => client.isReady, close: () => client.destroy() };
    const fleet = createFleet([connection], { limit: 20, windowMs: 1000 });
    fleet.call(0, 5);
    await client.connect();
    await fleet.run(300);
    expect([fleet.warnings, fleet.errors]).toEqual([[[]], []]);
    expect(fleet.answered).toEqual([5]);
    expect(fleet.permitRequests[0]).toBeGreaterThan(0);
    await fleet.close();
  });
});

describe.skipIf(!isThere)("a cluster", () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis(["--cluster-enabled", "yes", "--cluster-announce-ip", "127.0.0.1"]);
    const client = await createClient({ url: server.url }).connect();
    await client.sendCommand(["CLUSTER", "ADDSLOTSRANGE", "0", "16383"]).catch(() => addSlots(client));
    while (!(await client.sendCommand(["CLUSTER", "INFO"])).toString().includes("cluster_state:ok")) await settled();
    client.destroy();
  });
  afterAll(() => server.close());

  test("is shared by clients of both packages", () => share(["redis cluster", "ioredis cluster"], server.port));
});

/** `ADDSLOTSRANGE` is newer than Redis 6.2. */
async function addSlots(client: { sendCommand(args: string[]): Promise<unknown> }): Promise<void> {
  await client.sendCommand(["CLUSTER", "ADDSLOTS", ...Array.from({ length: 16_384 }, (_, slot) => String(slot))]);
}
