import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fromSource } from "../checks/from-source.ts";
import { measureInstalled } from "./fake/installed.ts";
import { requestsPerSecond } from "./fake/load.ts";
import { SERVERS } from "./fake/servers.ts";
import { median, type Report } from "./report.ts";
import { shownOperation } from "./shown-operation.ts";

const ROUNDS = 3;
/** Requests before it is measured: the code of each server is compiled by then. */
const WARM_UP = 20_000;
const REQUESTS = 4000;
const CONNECTIONS = 32;

export async function run(): Promise<Report> {
  const speeds = new Map<string, number[]>();
  const costs = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, start] of Object.entries(SERVERS)) {
      const server = await start();
      try {
        await requestsPerSecond(server.url, { total: WARM_UP, connections: CONNECTIONS });
        const before = server.cpuMs() ?? Number.NaN;
        const speed = await requestsPerSecond(server.url, { total: REQUESTS, connections: CONNECTIONS });
        const after = server.cpuMs() ?? Number.NaN;
        speeds.set(name, [...(speeds.get(name) ?? []), speed]);
        costs.set(name, [...(costs.get(name) ?? []), ((after - before) * 1000) / REQUESTS]);
      } finally {
        await server.stop();
      }
    }
  }
  const prism = median(speeds.get("Prism, static") ?? []);
  const overHttp = [...speeds].map(([name, values]) => [
    `HTTP, ${name}`,
    perSecond(median(values)),
    (median(values) / prism).toFixed(1),
    `${Math.round(median(costs.get(name) ?? []))} µs`,
  ]);
  const installed = (await measureInstalled()).map(({ name, bytes, dependencies }) => [
    `installed, ${name}`,
    `${(bytes / 1e6).toFixed(1)} MB, ${dependencies} dependencies`,
    "",
    "",
  ]);
  return {
    name: "fake",
    title: "The fake",
    method: `Requests per second over HTTP: ${CONNECTIONS} kept connections of bare sockets, each server in its own process, warmed up by ${WARM_UP.toLocaleString("en")} requests, median of ${ROUNDS} rounds in turn; ratio to Prism. Below: calls in a row, by injected fetch and by native fetch that nock intercepts, each in its own process, after as many to warm up, processor time of the thread that runs them; a fresh process from its start to the first response; and what npm installs into an empty project.`,
    columns: ["what", "figure", "ratio to Prism", "processor time per request"],
    rows: [
      ...overHttp,
      ["injected fetch, full validation", ...callsPerSecond("injected", 20_000)],
      ["native fetch over nock", ...callsPerSecond("nock", 4000)],
      ["import and first response, less the start of Node.js", `${Math.round(coldStart())} ms`, "", ""],
      ...installed,
    ],
  };
}

function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString("en")} /s`;
}

/** Calls of a process of their own: code that was compiled for something else would be measured with them. */
function callsPerSecond(way: "injected" | "nock", calls: number): string[] {
  const [node = "", ...args] = fromSource(join(import.meta.dirname, "fake/calls.ts"), way, String(calls));
  const { stdout, stderr, status } = spawnSync(node, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const { perSecond: speed, cpuUs } = JSON.parse(stdout) as { readonly perSecond: number; readonly cpuUs: number };
  return [perSecond(speed), "", `${Math.round(cpuUs)} µs`];
}

/** Whole processes, with and without the fake: the difference is what a test file pays. Uses the built package. */
function coldStart(): number {
  const source = `import { createFakeSvc } from "@svc/testing"; const f = createFakeSvc(); const r = await f.fetch(f.baseUrl + ${JSON.stringify(shownOperation().pathOf("s1"))}, { headers: { authorization: "Bearer t" } }); if (r.status !== 200) throw new Error(String(r.status)); await r.text();`;
  const bare = `const r = new Response("x"); await r.text();`;
  const time = (code: string): number => {
    const begin = performance.now();
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
      cwd: import.meta.dirname,
    });
    if (status !== 0) throw new Error(String(stderr));
    return performance.now() - begin;
  };
  const differences = Array.from({ length: 7 }, () => time(source) - time(bare));
  return median(differences);
}
