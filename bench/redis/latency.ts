import { createSvcClient, type SvcClientOptions } from "@svc/client";
import { redisRateLimit } from "@svc/client/redis";
import { createClient } from "redis";
import { startRedis } from "../../packages/client/test/redis/redis-server.ts";
import type { Report } from "../report.ts";
import { shownOperation } from "../shown-operation.ts";

const CALLS = 200;
/** So seldom that no lease pays: each call asks. */
const SELDOM_MS = 60;
const LEASE_MS = 100;
const WARM = 20;

/** Time that sharing a limit adds to a call that need not wait for it. */
export async function runLatency(): Promise<Report> {
  const redis = await startRedis();
  const client = await createClient({ url: redis.url }).connect();
  const shared = redisRateLimit({ client, leaseMs: LEASE_MS });
  const rows: string[][] = [];
  const add = async (name: string, rateLimit: SvcClientOptions["rateLimit"], gapMs: number): Promise<void> => {
    const times = await measure(rateLimit, gapMs);
    const at = (share: number): string => ((times[Math.floor(times.length * share)] ?? 0) * 1000).toFixed(0);
    rows.push([name, at(0.5), at(0.99)]);
  };
  try {
    await add(`paced by the process alone, one call per ${SELDOM_MS} ms`, {}, SELDOM_MS);
    await add(`over Redis, one call per ${SELDOM_MS} ms: a round trip each`, shared, SELDOM_MS);
    await add("paced by the process alone, one call after the other", {}, 0);
    await add("over Redis, one call after the other: leases", shared, 0);
  } finally {
    client.destroy();
    await redis.close();
  }
  return {
    name: "redis-latency",
    title: "Time of a call that need not wait, with the limit shared over Redis",
    method: `${CALLS} calls (2,000 in a row) with an in-memory fetch, in microseconds, after ${WARM} others; Redis on loopback.`,
    columns: ["calls", "median, µs", "99th percentile, µs"],
    rows,
  };
}

async function measure(rateLimit: SvcClientOptions["rateLimit"], gapMs: number): Promise<number[]> {
  const reset = String(Math.ceil(Date.now() / 1000) + 3600);
  let remaining = 1_000_000;
  const fetch = async (): Promise<Response> =>
    new Response('{"items":[]}', {
      headers: {
        "content-type": "application/json",
        date: new Date().toUTCString(),
        "x-ratelimit-limit": "1000000",
        "x-ratelimit-remaining": String(--remaining),
        "x-ratelimit-reset": reset,
      },
    });
  const auth = gapMs > 0 ? "seldom" : "often";
  const svc = createSvcClient({ baseUrl: "https://api.example", auth, fetch, rateLimit });
  const send = shownOperation().methodOf(svc);
  const times: number[] = [];
  for (let call = 0; call < WARM + (gapMs > 0 ? CALLS : 10 * CALLS); call++) {
    if (gapMs > 0) await new Promise((resolve) => setTimeout(resolve, gapMs));
    const begin = performance.now();
    await send("s1");
    if (call >= WARM) times.push(performance.now() - begin);
  }
  await svc.close();
  return times.sort((a, b) => a - b);
}
