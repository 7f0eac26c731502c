import { createClient } from "redis";
import { type RedisServer, startRedis } from "../../packages/client/test/redis/redis-server.ts";
import { startTcpProxy } from "../../packages/client/test/redis/tcp-proxy.ts";
import type { Report } from "../report.ts";
import { LIMIT, type Played, play } from "./play.ts";

const PROCESSES = 4;
const TASKS = 175;
const OUTAGE_MS = 5000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Fault {
  readonly name: string;
  readonly isThere?: boolean;
  readonly delayMs?: number;
  readonly happens: (redis: RedisServer) => Promise<void>;
}

const FAULTS: readonly Fault[] = [
  { name: "none", happens: async () => undefined },
  {
    name: "not there for the first 5 s",
    isThere: false,
    happens: async (redis) => {
      await pause(OUTAGE_MS);
      await redis.start();
    },
  },
  {
    name: "gone for 5 s, then empty",
    happens: async (redis) => {
      await pause(3000);
      await redis.kill();
      await pause(OUTAGE_MS);
      await redis.start();
    },
  },
  {
    name: "paused for 5 s (SIGSTOP)",
    happens: async (redis) => {
      await pause(3000);
      redis.pause();
      await pause(OUTAGE_MS);
      redis.resume();
    },
  },
  {
    name: "restarted empty at once",
    happens: async (redis) => {
      await pause(3000);
      await redis.kill();
      await redis.start();
    },
  },
  { name: "network adds 50 ms each way", delayMs: 50, happens: async () => undefined },
  {
    name: "script cache flushed every 0.5 s",
    happens: async (redis) => {
      const client = await createClient({ url: redis.url }).connect();
      for (let times = 0; times < 20; times++) {
        await pause(500);
        await client.scriptFlush();
      }
      client.destroy();
    },
  },
];

/** Redis fails while four processes are at work. */
export async function runFaults(): Promise<Report> {
  const rows: string[][] = [];
  for (const fault of FAULTS) rows.push(row(fault.name, await suffer(fault)));
  return {
    name: "redis-faults",
    title: "Redis fails while four processes share a key",
    method: `${PROCESSES} processes with ${TASKS} tasks each, ${LIMIT} per second, over Redis on loopback; the fault begins after 3 s unless said otherwise, and lasts 5 s in real time. Without Redis each process paces itself. The last four full windows are all after the fault.`,
    columns: [
      "fault",
      "answered per full window / limit",
      "429s per full window",
      "last four windows: answered / limit, 429s",
      "Redis operations per request",
      "warnings per process",
      "requests lost",
    ],
    rows,
  };
}

async function suffer(fault: Fault): Promise<Played> {
  const redis = await startRedis([], fault.isThere ?? true);
  const delayMs = fault.delayMs ?? 0;
  const proxy = delayMs > 0 ? await startTcpProxy(redis.port, (pass) => setTimeout(pass, delayMs)) : undefined;
  try {
    return await play({
      processes: PROCESSES,
      tasks: TASKS,
      redisUrl: proxy ? `redis://127.0.0.1:${proxy.port}` : redis.url,
      meanwhile: async (isStarted) => {
        await isStarted;
        await fault.happens(redis);
      },
    });
  } finally {
    await proxy?.close();
    await redis.close();
  }
}

function row(name: string, { windows, trips, requests, warnings, lost }: Played): string[] {
  const used = (of: typeof windows): string =>
    (of.reduce((sum, { answered }) => sum + answered, 0) / (of.length * LIMIT)).toFixed(2);
  const refused = (of: typeof windows): number => of.reduce((sum, window) => sum + window.refused, 0);
  const last = windows.slice(-4);
  return [
    name,
    used(windows),
    (refused(windows) / windows.length).toFixed(1),
    `${used(last)}, ${refused(last)}`,
    (trips / requests).toFixed(2),
    warnings.join(", "),
    String(lost),
  ];
}
