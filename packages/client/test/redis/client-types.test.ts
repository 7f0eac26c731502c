import { Cluster, Redis } from "ioredis";
import { createClient, createClientPool, createCluster } from "redis";
import { expect, test } from "vitest";
import { redisRateLimit } from "../../src/redis.ts";

test("takes clients of both packages as they are typed, standalone, pooled and cluster", () => {
  const url = "redis://127.0.0.1:1";
  const lazy = new Redis({ lazyConnect: true });
  const cluster = new Cluster([{ host: "127.0.0.1", port: 1 }], { lazyConnect: true });
  for (const rateLimit of [
    redisRateLimit({ client: createClient({ url }) }),
    redisRateLimit({ client: createClientPool({ url }) }),
    redisRateLimit({ client: createCluster({ rootNodes: [{ url }] }) }),
    redisRateLimit({ client: lazy }),
    redisRateLimit({ client: cluster }),
  ]) {
    expect(rateLimit).toBeTypeOf("function");
  }
  // @ts-expect-error a client of something else is refused by its type, too
  expect(() => redisRateLimit({ client: { get: () => undefined } })).toThrow(/^client: /);
});
