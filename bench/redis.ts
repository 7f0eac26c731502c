import { startRedis } from "../packages/client/test/redis/redis-server.ts";
import { simulateProcesses } from "../packages/client/test/redis/simulate-processes.ts";
import { LIMIT, type Played, play } from "./redis/play.ts";
import { median, type Report } from "./report.ts";

const ROUNDS = 3;
const SIMULATED = { processes: 1000, limit: 100_000, windowMs: 60_000, windows: 3, load: "backlog", seed: 1 } as const;

/** Processes with one key, sharing its limit over Redis or sharing nothing. */
export async function run(): Promise<Report> {
  const rows: string[][] = [];
  for (const [processes, tasks] of [
    [4, 175],
    [16, 50],
  ] as const) {
    rows.push(await rounds(`${processes} processes, nothing shared`, processes, tasks, false));
    rows.push(await rounds(`${processes} processes over Redis`, processes, tasks, true));
  }
  rows.push(await simulated());
  return {
    name: "redis",
    title: "Many processes, one key, over Redis",
    method: `Real processes against a service on loopback, ${LIMIT} requests per second, without configuration: 4 with 175 tasks each, 16 with 50; ${ROUNDS} runs, the median and each. Full windows: all except the first and the last. Last row: ${SIMULATED.processes} processes and ${SIMULATED.limit} requests per ${SIMULATED.windowMs / 1000} s on a virtual clock; one way takes 0.5 ms to the store and 3 ms to the service.`,
    columns: [
      "processes",
      "answered per full window / limit",
      "most 429s in a full window",
      "429s / requests",
      "Redis operations per request",
      "least share / equal share",
    ],
    rows,
  };
}

async function rounds(name: string, processes: number, tasks: number, isShared: boolean): Promise<string[]> {
  const played: Played[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const redis = isShared ? await startRedis() : undefined;
    try {
      played.push(await play({ processes, tasks, redisUrl: redis?.url }));
    } finally {
      await redis?.close();
    }
  }
  const figure = (digits: number, pick: (one: Played) => number): string =>
    `${median(played.map(pick)).toFixed(digits)} (${played.map((one) => pick(one).toFixed(digits)).join(", ")})`;
  return [
    name,
    figure(3, ({ windows }) => windows.reduce((sum, { answered }) => sum + answered, 0) / (windows.length * LIMIT)),
    figure(0, ({ windows }) => Math.max(...windows.map(({ refused }) => refused))),
    figure(3, ({ refused, requests }) => refused / requests),
    isShared ? figure(2, ({ trips, requests }) => trips / requests) : "none",
    figure(2, ({ leastShare }) => leastShare),
  ];
}

async function simulated(): Promise<string[]> {
  const { efficiency, refused, permitRequests, sent, shares } = await simulateProcesses(SIMULATED);
  const share = shares.reduce((sum, count) => sum + count, 0) / shares.length;
  return [
    `${SIMULATED.processes} simulated processes, 60 s`,
    efficiency.toFixed(3),
    String(Math.max(...refused.slice(1, -1))),
    (refused.reduce((sum, count) => sum + count, 0) / sent).toFixed(3),
    (permitRequests / sent).toFixed(3),
    (Math.min(...shares) / share).toFixed(2),
  ];
}
