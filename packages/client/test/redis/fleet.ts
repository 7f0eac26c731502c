import { Cluster, Redis } from "ioredis";
import { createClient, createCluster } from "redis";
import type { NodeRedisClient, RedisClient } from "../../src/redis/redis-store.ts";
import { redisRateLimit } from "../../src/redis.ts";
import { createClient as createSvc, type SvcClient } from "../../src/runtime.ts";
import type { Methods } from "../support/client.ts";
import { type ManualClock, manualClock, settled } from "../support/manual-clock.ts";
import { table } from "../support/table.ts";

/**
 * Keys are digested on other threads, which takes no time of a clock that stands still. One of several threads may be held up while
 * the others go on: only many turns leave none behind.
 */
export async function digested(): Promise<void> {
  for (let turns = 0; turns < 32; turns++) {
    await crypto.subtle.digest("SHA-256", new Uint8Array(1));
    await settled();
  }
}

/** The kinds of clients that are accepted. */
export type Kind = "redis" | "ioredis" | "redis cluster" | "ioredis cluster";

/** A client of Redis, and how to end it. */
export interface Connected {
  readonly client: RedisClient;
  isReady(): boolean;
  close(): void;
}

/** Connects, or goes on trying every few milliseconds. */
export async function connectRedis(kind: Kind, port: number): Promise<Connected> {
  const ignore = (): void => undefined;
  if (kind === "redis" || kind === "redis cluster") {
    const socket = { reconnectStrategy: () => 5 };
    const url = `redis://127.0.0.1:${port}`;
    const client = kind === "redis" ? createClient({ url, socket }) : createCluster({ rootNodes: [{ url }] });
    client.on("error", ignore);
    const connected = client.connect();
    connected.catch(ignore);
    await Promise.race([connected.catch(ignore), new Promise((resolve) => setTimeout(resolve, 50))]);
    return { client: client as NodeRedisClient, isReady: () => client.isReady, close: () => void client.destroy() };
  }
  const client =
    kind === "ioredis"
      ? new Redis({ port, host: "127.0.0.1", retryStrategy: () => 5 })
      : new Cluster([{ port, host: "127.0.0.1" }]);
  client.on("error", ignore);
  await Promise.race([
    new Promise<void>((resolve) => client.once("ready", () => resolve())),
    new Promise((resolve) => setTimeout(resolve, 50)),
  ]);
  return { client, isReady: () => client.status === "ready", close: () => client.disconnect() };
}

/** Clients of one service, each as if it were a process of its own, on one clock that only tests move. */
export interface Fleet {
  readonly clock: ManualClock;
  readonly warnings: string[][];
  /** Good answers and refusals by window. */
  readonly windows: Map<number, [accepted: number, refused: number]>;
  /** Permit requests sent to Redis, by client. */
  readonly permitRequests: number[];
  readonly svc: SvcClient<Methods, Record<string, Record<string, never>>>[];
  readonly answered: number[];
  readonly errors: unknown[];
  /** Calls of one client, all at once. */
  call(index: number, count: number): void;
  /** Advances the clock. Waits before each step until no more than `held()` responses of Redis are outstanding. */
  run(ms: number, held?: () => number): Promise<void>;
  close(): Promise<void>;
}

export interface FleetOptions {
  readonly limit: number;
  readonly windowMs: number;
  /** A second limit of each request, in windows of its own. */
  readonly second?: { readonly limit: number; readonly windowMs: number };
  readonly lease?: number;
  readonly clock?: ManualClock;
}

/** Of the system clock: a server that has no core for a while answers late, and the clock of the test waits for it. */
const ANSWERED_WITHIN_MS = 60_000;

export function createFleet(connections: readonly Connected[], options: FleetOptions): Fleet {
  const { limit, windowMs, second, lease = 1000, clock = manualClock(1_800_000_000_200) } = options;
  const windows = new Map<number, [number, number]>();
  const warnings: string[][] = connections.map(() => []);
  const permitRequests = connections.map(() => 0);
  const answered = connections.map(() => 0);
  const errors: unknown[] = [];
  let open = 0;
  let hashing = 0;
  const { digest } = crypto.subtle;
  // Keys are digested on other threads, which takes no time of a clock that stands still.
  crypto.subtle.digest = async (...args) => {
    hashing++;
    try {
      return await digest.apply(crypto.subtle, args);
    } finally {
      hashing--;
    }
  };
  let usedOfSecond: readonly [window: number, count: number] = [-1, 0];
  const fetch = async (): Promise<Response> => {
    const now = clock.now();
    const index = Math.floor(now / windowMs);
    const window = windows.get(index) ?? [0, 0];
    windows.set(index, window);
    const other = Math.floor(now / (second?.windowMs ?? windowMs));
    const [, before] = usedOfSecond[0] === other ? usedOfSecond : [other, 0];
    const isGood = window[0] < limit && before < (second?.limit ?? Infinity);
    window[isGood ? 0 : 1]++;
    usedOfSecond = [other, before + +isGood];
    const headers: Record<string, string> = {
      "content-type": "application/json",
      date: new Date(now).toUTCString(),
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(limit - window[0]),
      "x-ratelimit-reset": String(((index + 1) * windowMs) / 1000),
    };
    if (second) {
      headers["x-ratelimit-limit-second"] = String(second.limit);
      headers["x-ratelimit-remaining-second"] = String(second.limit - usedOfSecond[1]);
      headers["x-ratelimit-reset-second"] = String(((other + 1) * second.windowMs) / 1000);
      for (const field of ["limit", "remaining", "reset"]) {
        headers[`x-ratelimit-${field}-first`] = headers[`x-ratelimit-${field}`] ?? "";
        delete headers[`x-ratelimit-${field}`];
      }
    }
    await settled();
    return new Response("null", { status: isGood ? 200 : 429, headers });
  };
  const svc = connections.map(({ client }, index) => {
    const counted = new Proxy(client, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          const result = Reflect.apply(value, target, args) as unknown;
          if (!/^eval/i.test(String(name))) return result;
          open++;
          permitRequests[index] = (permitRequests[index] ?? 0) + 1;
          const done = (): void => {
            open--;
          };
          (result as Promise<unknown>).then(done, done);
          return result;
        };
      },
    });
    const rateLimit = redisRateLimit({
      client: counted,
      leaseMs: lease,
      onWarning: ({ message }) => warnings[index]?.push(message),
    });
    const options = {
      baseUrl: "https://api.example",
      auth: "secret-token",
      clock,
      random: () => 0.5,
      fetch,
      rateLimit,
    };
    return createSvc<Methods, Record<string, Record<string, never>>>(table, options);
  });
  return {
    clock,
    warnings,
    windows,
    permitRequests,
    svc,
    answered,
    errors,
    call(index, count) {
      for (let task = 0; task < count; task++) {
        svc[index]?.health.get().then(
          () => {
            answered[index] = (answered[index] ?? 0) + 1;
          },
          (error: unknown) => errors.push(error),
        );
      }
    },
    async run(ms, held = () => 0) {
      const began = performance.now();
      for (let passed = 0; passed < ms; passed += 5) {
        for (let turns = 0; turns < 3 || open > held() || hashing > 0; turns++) {
          if (performance.now() - began > ANSWERED_WITHIN_MS)
            throw new Error(`${open} requests to Redis are not answered`);
          await settled();
        }
        await clock.advance(5);
      }
    },
    async close() {
      crypto.subtle.digest = digest;
      await Promise.all(svc.map((each) => each.close()));
      for (const connection of connections) connection.close();
    },
  };
}
