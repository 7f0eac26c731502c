import { CLIENTS, type Task } from "./pacing/clients.ts";
import { type ServerOptions, startServer } from "./pacing/server.ts";
import { settle, untilWindowStart } from "./pacing/tasks.ts";
import type { Report } from "./report.ts";

interface Scenario {
  readonly name: string;
  readonly tasks: number;
  readonly server: ServerOptions;
  /** Aborts every second task after this long, and tells how late the last of them ended. */
  readonly abortMs?: number;
}

/** The scenarios against which today's clients have been measured before. */
const SCENARIOS: readonly Scenario[] = [
  { name: "A", tasks: 500, server: { limit: 50, windowMs: 1000 } },
  { name: "B", tasks: 200, server: { limit: 20, windowMs: 2000 } },
  { name: "skew +30 s", tasks: 200, server: { limit: 50, windowMs: 1000, skewMs: 30_000 } },
  { name: "skew −30 s", tasks: 200, server: { limit: 50, windowMs: 1000, skewMs: -30_000 } },
  { name: "other", tasks: 350, server: { limit: 50, windowMs: 1000, othersShare: 0.3 } },
  { name: "delta", tasks: 100, server: { limit: 20, windowMs: 1000, isDelta: true } },
  { name: "abort", tasks: 100, server: { limit: 20, windowMs: 2000 }, abortMs: 300 },
  { name: "503", tasks: 300, server: { limit: 50, windowMs: 1000, outageMs: 200 } },
];

export async function run(): Promise<Report> {
  const rows: (string | number)[][] = [];
  for (const name of Object.keys(CLIENTS)) {
    const cells: (string | number)[] = [name];
    for (const scenario of SCENARIOS) cells.push(await play(name, scenario));
    rows.push(cells);
    console.error(cells.join(" | "));
  }
  return {
    name: "pacing",
    title: "At a rate limit",
    method:
      "A service on loopback with fixed windows, whole-second Reset, 5 ms latency and 429 without Retry-After. Each cell: efficiency (shortest possible time / time taken) / refusals (429); “lost n”: tasks that failed. A: 500 tasks, 50 per 1 s. B: 200, 20 per 2 s. skew: 200, 50 per 1 s, the server's clock 30 s off. other: another client takes 30 % at each window's start, 350. delta: Reset in seconds to go, 100, 20 per 1 s. abort: every second of 100 tasks is aborted after 300 ms; how late the last of them ended. 503: for the first 200 ms of every third window, 300.",
    columns: ["client", ...SCENARIOS.map(({ name }) => name)],
    rows,
  };
}

async function play(client: string, scenario: Scenario): Promise<string> {
  const server = await startServer(scenario.server);
  const { task, close } = CLIENTS[client]?.(server.url) ?? { task: () => Promise.reject(new Error("no such client")) };
  try {
    await untilWindowStart(scenario.server);
    if (scenario.abortMs !== undefined) return await playAbort(task, scenario.tasks, scenario.abortMs);
    const begin = performance.now();
    const lost = await settle(Array.from({ length: scenario.tasks }, () => task()));
    const took = performance.now() - begin;
    if (lost > 0) return `lost ${lost}`;
    const perWindow = scenario.server.limit * (1 - (scenario.server.othersShare ?? 0));
    const shortest = (Math.ceil(scenario.tasks / perWindow) - 1) * scenario.server.windowMs;
    return `${Math.min(1, shortest / took).toFixed(2)} / ${server.counts.refused}`;
  } finally {
    await close?.();
    await server.close();
  }
}

async function playAbort(task: Task, count: number, abortMs: number): Promise<string> {
  let latest = 0;
  const all = Array.from({ length: count }, (_, index) => {
    if (index % 2 === 0) return task().catch(() => {});
    const controller = new AbortController();
    let abortedAt = 0;
    setTimeout(() => {
      abortedAt = performance.now();
      controller.abort();
    }, abortMs);
    return task(controller.signal)
      .catch(() => {})
      .then(() => {
        if (abortedAt > 0) latest = Math.max(latest, performance.now() - abortedAt);
      });
  });
  await settle(all);
  return `${Math.round(latest)} ms`;
}
