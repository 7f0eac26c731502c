import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

export interface Game {
  readonly processes: number;
  readonly tasks: number;
  /** `undefined`: nothing is shared. */
  readonly redisUrl: string | undefined;
  /** Fault of Redis meanwhile; `isStarted` tells when the processes begin. */
  readonly meanwhile?: (isStarted: Promise<void>) => Promise<void>;
}

export interface Played {
  /** Of each full window: answered and refused. Full: all but the first and the last. */
  readonly windows: readonly { readonly answered: number; readonly refused: number }[];
  readonly requests: number;
  readonly refused: number;
  readonly trips: number;
  readonly lost: number;
  /** Warnings by process. */
  readonly warnings: readonly number[];
  /** The process with the fewest answers, while all were at work, in relation to an equal share. */
  readonly leastShare: number;
  /** Milliseconds from the start to each window in `windows`. */
  readonly startedAt: number;
}

export const LIMIT = 50;
export const WINDOW_MS = 1000;

interface Told {
  readonly lost: number;
  readonly trips: number;
  readonly warnings: readonly string[];
  readonly answeredAt: readonly number[];
}

/** Lets processes loose on one limit, all at the same moment. */
export async function play({ processes, tasks, redisUrl, meanwhile }: Game): Promise<Played> {
  const server = await startLimited(LIMIT, WINDOW_MS);
  const workers = Array.from({ length: processes }, () => startWorker([server.url, String(tasks), redisUrl ?? ""]));
  await Promise.all(workers.map(({ ready }) => ready));
  let started = (): void => undefined;
  const isStarted = new Promise<void>((resolve) => {
    started = resolve;
  });
  const events = meanwhile?.(isStarted);
  const startedAt = Date.now();
  for (const { go } of workers) go();
  started();
  const told = await Promise.all(workers.map(({ done }) => done));
  await events;
  await server.close();
  const all = [...server.windows].sort(([a], [b]) => a - b).map(([, window]) => window);
  const refused = all.reduce((sum, window) => sum + window.refused, 0);
  return {
    windows: all.slice(1, -1),
    requests: refused + all.reduce((sum, { answered }) => sum + answered, 0),
    refused,
    trips: told.reduce((sum, { trips }) => sum + trips, 0),
    lost: told.reduce((sum, { lost }) => sum + lost, 0),
    warnings: told.map(({ warnings }) => warnings.length),
    leastShare: leastShare(told),
    startedAt,
  };
}

function leastShare(told: readonly Told[]): number {
  const end = Math.min(...told.map(({ answeredAt }) => Math.max(...answeredAt)));
  const counts = told.map(({ answeredAt }) => answeredAt.filter((at) => at <= end).length);
  return (Math.min(...counts) * counts.length) / counts.reduce((sum, count) => sum + count, 0);
}

function startWorker(args: readonly string[]): { ready: Promise<void>; done: Promise<Told>; go: () => void } {
  const file = join(import.meta.dirname, "worker.ts");
  const child = spawn(process.execPath, ["--conditions=@svc/source", file, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  let isReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const done = new Promise<Told>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk;
      if (output.startsWith("ready\n")) isReady();
    });
    child.once("error", reject);
    child.once("close", (code) => {
      const [, line] = output.split("\n");
      if (line) resolve(JSON.parse(line) as Told);
      else reject(new Error(`a worker ended with ${code}`));
    });
  });
  return { ready, done, go: () => child.stdin.write("go\n") };
}

/** A service with one fixed-window limit for all, and what happened in each window. */
interface LimitedServer {
  readonly url: string;
  /** By window: good answers and refusals. */
  readonly windows: ReadonlyMap<number, { answered: number; refused: number }>;
  /** When the first and the last good answer was decided, epoch milliseconds. */
  readonly span: { firstAt: number; lastAt: number };
  close(): Promise<void>;
}

const LATENCY_MS = 5;
const BODY = JSON.stringify({ items: [] });

async function startLimited(limit: number, windowMs: number): Promise<LimitedServer> {
  const windows = new Map<number, { answered: number; refused: number }>();
  const span = { firstAt: 0, lastAt: 0 };
  const server = createServer((_, response) => {
    const now = Date.now();
    const index = Math.floor(now / windowMs);
    const window = windows.get(index) ?? { answered: 0, refused: 0 };
    windows.set(index, window);
    const isRefused = window.answered >= limit;
    if (isRefused) window.refused++;
    else {
      window.answered++;
      span.firstAt ||= now;
      span.lastAt = now;
    }
    response.writeHead(isRefused ? 429 : 200, {
      "content-type": "application/json",
      "x-ratelimit-limit": limit,
      "x-ratelimit-remaining": limit - window.answered,
      "x-ratelimit-reset": Math.ceil(((index + 1) * windowMs) / 1000),
    });
    setTimeout(() => response.end(BODY), LATENCY_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    windows,
    span,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
