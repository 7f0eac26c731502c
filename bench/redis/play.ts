import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startServer } from "../pacing/server.ts";

export interface Game {
  readonly processes: number;
  readonly tasks: number;
  /** `undefined`: nothing is shared. */
  readonly redisUrl: string | undefined;
}

export interface Played {
  /** Of each full window: answered and refused. Full: all but the first and the last. */
  readonly windows: readonly { readonly answered: number; readonly refused: number }[];
  readonly requests: number;
  readonly refused: number;
  readonly trips: number;
  /** The process with the fewest answers, while all were at work, in relation to an equal share. */
  readonly leastShare: number;
}

export const LIMIT = 50;
const WINDOW_MS = 1000;

interface Told {
  readonly trips: number;
  readonly answeredAt: readonly number[];
}

/** Lets processes loose on one limit, all at the same moment. */
export async function play({ processes, tasks, redisUrl }: Game): Promise<Played> {
  const byWindow = new Map<number, { answered: number; refused: number }>();
  const onAnswer = (status: number): void => {
    const index = Math.floor(Date.now() / WINDOW_MS);
    const window = byWindow.get(index) ?? { answered: 0, refused: 0 };
    byWindow.set(index, window);
    window[status === 429 ? "refused" : "answered"]++;
  };
  const server = await startServer({ limit: LIMIT, windowMs: WINDOW_MS, onAnswer });
  const args = [server.url, String(tasks), redisUrl ?? ""];
  const workers = await Promise.all(Array.from({ length: processes }, () => startWorker(args)));
  const told = await Promise.all(workers.map(({ go }) => go()));
  await server.close();
  const all = [...byWindow].sort(([a], [b]) => a - b).map(([, window]) => window);
  const refused = all.reduce((sum, window) => sum + window.refused, 0);
  return {
    windows: all.slice(1, -1),
    requests: refused + all.reduce((sum, { answered }) => sum + answered, 0),
    refused,
    trips: told.reduce((sum, { trips }) => sum + trips, 0),
    leastShare: leastShare(told),
  };
}

function leastShare(told: readonly Told[]): number {
  const end = Math.min(...told.map(({ answeredAt }) => Math.max(...answeredAt)));
  const counts = told.map(({ answeredAt }) => answeredAt.filter((at) => at <= end).length);
  return (Math.min(...counts) * counts.length) / counts.reduce((sum, count) => sum + count, 0);
}

async function startWorker(args: readonly string[]): Promise<{ go(): Promise<Told> }> {
  const child = fork(join(import.meta.dirname, "worker.ts"), args, { execArgv: ["--conditions=@svc/source"] });
  const next = (): Promise<unknown[]> =>
    Promise.race([
      once(child, "message"),
      once(child, "close").then(([code]) => Promise.reject(new Error(`a worker ended with ${code}`))),
    ]);
  await next();
  return {
    async go() {
      const told = next();
      child.send("go");
      return (await told)[0] as Told;
    },
  };
}
