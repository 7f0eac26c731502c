import { createClient } from "redis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PermitRequest } from "../../src/redis/permit-store.ts";
import { makeKeys, redisStore, scriptRunner } from "../../src/redis/redis-store.ts";
import { readReply, SCRIPT, writeArguments } from "../../src/redis/script.ts";
import { createRandom } from "../pacing/random.ts";
import { decide, emptyState } from "./memory-store.ts";
import { hasRedis, type RedisServer, startRedis } from "./redis-server.ts";

const BLANK: PermitRequest = {
  id: "a",
  leaseMs: 1000,
  spanMs: 100,
  wanted: 1,
  queued: 1,
  reset: 0,
  over: 0,
  pastHalf: 0,
  limit: 0,
  remaining: -1,
  held: 0,
  stillHeld: 0,
  returned: 0,
  orphaned: 0,
  grantedInWindow: -1,
  unmet: 0,
  waited: 0,
  releaseTest: 0,
  testMs: 0,
  inFlight: 0,
  clockSetBack: 0,
  identity: 0,
};
const KEY = { keyPrefix: "test:", origin: "https://api.example", credential: "secret" };
const OPEN: PermitRequest = { ...BLANK, reset: 5000, limit: 50, remaining: 49, wanted: 0, queued: 0 };

describe.skipIf(!hasRedis())("the script on a real Redis", () => {
  let server: RedisServer;
  let client: ReturnType<typeof createClient>;

  beforeAll(async () => {
    server = await startRedis();
    client = createClient({ url: server.url });
    await client.connect();
  });
  afterAll(async () => {
    client.destroy();
    await server.close();
  });

  test("decides as the simulation does, in 4,000 random steps", async () => {
    const random = createRandom(7);
    const pick = (most: number): number => Math.floor(random() * (most + 1));
    const script = SCRIPT.replace(/local time = .*\nlocal now = .*\n/, "local now = tonumber(ARGV[23])\n");
    expect(script).not.toBe(SCRIPT);
    const state = emptyState();
    const memory: unknown[] = [];
    const real: unknown[] = [];
    for (let step = 0, now = 0; step < 4000; step++) {
      now += pick(9) === 0 ? pick(1500) : pick(60);
      if (step % 1000 === 0) {
        Object.assign(state, emptyState());
        await client.flushAll();
      }
      const queued = pick(4);
      const isStale = pick(9) === 0;
      const request: PermitRequest = {
        ...BLANK,
        id: `p${pick(3)}`,
        spanMs: 30 + pick(100),
        wanted: pick(3) === 0 ? 0 : queued + pick(6),
        queued,
        reset: isStale ? pick(1) * 1000 : Math.max(state.r, Math.ceil(now / 1000) * 1000 * +(pick(20) === 0)),
        over: +(pick(8) === 0),
        pastHalf: pick(1),
        limit: 20 + pick(2),
        remaining: pick(3) === 0 ? pick(20) : -1,
        held: pick(3) === 0 ? pick(3) : 0,
        stillHeld: pick(2),
        returned: pick(2),
        orphaned: +(pick(20) === 0),
        grantedInWindow: pick(9) - 1,
        unmet: Math.min(pick(1), state.u),
        waited: pick(1),
        releaseTest: +(pick(9) === 0),
        testMs: pick(1) * pick(90),
        inFlight: pick(1) * pick(3),
        clockSetBack: +(pick(30) === 0),
        identity: pick(20) === 0 ? pick(2) : 1,
      };
      memory.push(decide(state, request, now));
      const keys = ["{k}", "{k}:leases"];
      real.push(readReply(await client.eval(script, { keys, arguments: [...writeArguments(request), String(now)] })));
    }
    expect(real).toEqual(memory);
  });

  test("never grants more than the limit to processes that request at the same time", async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => createClient({ url: server.url }).connect()));
    const stores = clients.map((each) => redisStore(scriptRunner(each) as never, { ...KEY, keyPrefix: "atomic:" }));
    await stores[0]?.request({ ...OPEN, limit: 1000, remaining: 1000 });
    const grants = await Promise.all(
      Array.from({ length: 400 }, (_, index) =>
        stores[index % 8]?.request({ ...BLANK, id: `p${index}`, reset: 5000, wanted: 7, queued: 7, pastHalf: 1 }),
      ),
    );
    for (const each of clients) each.destroy();
    expect(grants.reduce((sum, grant) => sum + (grant?.granted ?? 0), 0)).toBe(1000);
  });

  test("survives a flush of the script cache", async () => {
    const store = redisStore(scriptRunner(client) as never, { ...KEY, keyPrefix: "flush:" });
    await store.request(OPEN);
    await client.scriptFlush();
    expect(await store.request({ ...BLANK, reset: 5000 })).toMatchObject({ state: "open", granted: 1 });
  });

  test("keeps two keys in one slot, which go by themselves and hold no credential", async () => {
    const store = redisStore(scriptRunner(client) as never, KEY);
    await store.request(OPEN);
    await store.request({ ...BLANK, reset: 5000, wanted: 5 });
    const keys = await makeKeys(KEY);
    expect((await client.keys("test:*")).sort()).toEqual(keys);
    for (const key of keys) expect(await client.pTTL(key)).toBeGreaterThan(0);
    const slots = await Promise.all(keys.map((key) => client.sendCommand(["CLUSTER", "KEYSLOT", key]).catch(() => 0)));
    expect(slots[0]).toBe(slots[1]);
    const held = JSON.stringify([keys, await client.hGetAll(keys[0] ?? ""), await client.zRange(keys[1] ?? "", 0, -1)]);
    expect(held).not.toMatch(/secret|api\.example/);
  });
});

test("tells apart credentials and origins by their keys", async () => {
  const keys = await Promise.all(
    [KEY, { ...KEY, credential: "other" }, { ...KEY, origin: "https://b.example" }].map(makeKeys),
  );
  expect(new Set(keys.flat()).size).toBe(6);
});
