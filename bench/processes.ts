import { spawn } from "node:child_process";
import { join } from "node:path";
import { startServer } from "./pacing/server.ts";
import { median, type Report } from "./report.ts";

const PROCESSES = 4;
const TASKS = 150;
const LIMIT = 50;
const WINDOW_MS = 1000;
const ROUNDS = 5;

/** Processes with one key and nothing shared, against one limit. */
export async function run(): Promise<Report> {
  const rounds: Awaited<ReturnType<typeof play>>[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await play());
  const figure = (pick: (round: Awaited<ReturnType<typeof play>>) => number) =>
    `${median(rounds.map(pick)).toFixed(2)} (${rounds.map((round) => pick(round).toFixed(2)).join(", ")})`;
  return {
    name: "processes",
    title: "Four processes, one key, nothing shared",
    method: `${PROCESSES} processes with ${TASKS} tasks each, ${LIMIT} per ${WINDOW_MS / 1000} s, told nothing; median of ${ROUNDS} runs, and each. Full windows: all but the first and the last in which anything was answered.`,
    columns: ["figure", "value"],
    rows: [
      ["answered per full window / limit", figure(({ used }) => used)],
      ["shortest possible time / time taken, cold start included", figure(({ efficiency }) => efficiency)],
      ["share of requests answered 429", figure(({ refused }) => refused)],
      ["tasks lost", figure(({ lost }) => lost)],
    ],
  };
}

async function play(): Promise<{ used: number; efficiency: number; refused: number; lost: number }> {
  const server = await startServer({ limit: LIMIT, windowMs: WINDOW_MS });
  try {
    const begin = Date.now();
    const results = await Promise.all(Array.from({ length: PROCESSES }, () => worker(server.url)));
    const { answered, refused } = server.counts;
    const windows = [...server.perWindow.values()];
    const full = windows.slice(1, -1);
    const [first = begin, last = begin] = [server.firstAt, server.lastAt];
    const shortest = (Math.ceil((PROCESSES * TASKS) / LIMIT) - 1) * WINDOW_MS;
    return {
      used: full.reduce((sum, count) => sum + count, 0) / (full.length * LIMIT),
      efficiency: shortest / (last - first),
      refused: refused / (answered + refused),
      lost: results.reduce((sum, { lost }) => sum + lost, 0),
    };
  } finally {
    await server.close();
  }
}

function worker(url: string): Promise<{ lost: number }> {
  const args = ["--conditions=@svc/source", join(import.meta.dirname, "processes/worker.ts"), url, String(TASKS)];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk;
    });
    child.once("error", reject);
    child.once("close", () => resolve(JSON.parse(output) as { lost: number }));
  });
}
