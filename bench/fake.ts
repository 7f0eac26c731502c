import { spawnSync } from "node:child_process";
import { createFakeSvc } from "@svc/testing";
import { readPostOffice } from "../checks/packed/pack-post-office.ts";
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
    method: `Requests per second over HTTP: ${CONNECTIONS} kept connections of bare sockets, each server in its own process, warmed up by ${WARM_UP.toLocaleString("en")} requests, median of ${ROUNDS} rounds in turn; ratio to Prism. Below: calls in a row in one process, by injected fetch and by native fetch that nock intercepts, after a tenth of as many, processor time of the thread that runs them; a fresh process from its start to the first response; and what npm installs into an empty project.`,
    columns: ["what", "figure", "ratio to Prism", "processor time per request"],
    rows: [
      ...overHttp,
      ["injected fetch, full validation", ...(await callsPerSecond("injected"))],
      ["native fetch over nock", ...(await callsPerSecond("nock"))],
      ["import and first response, less the start of Node.js", `${Math.round(coldStart())} ms`, "", ""],
      ...installed,
    ],
  };
}

function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString("en")} /s`;
}

/** Handle of the document of the calls within a process. */
interface PostOffice {
  mailboxes(id: string): { readonly letters: { add(letters: readonly object[]): void } };
}

/** Calls of one process, in a row, each with a body that is read: the figures of a row. */
async function callsPerSecond(way: "injected" | "nock"): Promise<string[]> {
  const calls = way === "nock" ? 4000 : 20_000;
  const fake = createFakeSvc({ document: readPostOffice(), rateLimit: { limit: 1_000_000_000 } });
  using _ = way === "nock" ? fake.intercept() : undefined;
  const send = way === "nock" ? fetch : fake.fetch;
  const call = async () =>
    (await send(`${fake.baseUrl}/mailboxes/m1/letters?limit=3`, { headers: { authorization: "Bearer token" } })).json();
  (fake as unknown as PostOffice).mailboxes("m1").letters.add([]);
  for (let index = 0; index < calls / 10; index++) await call();
  const begin = performance.now();
  const before = process.threadCpuUsage();
  for (let index = 0; index < calls; index++) await call();
  const { user, system } = process.threadCpuUsage(before);
  const speed = calls / ((performance.now() - begin) / 1000);
  return [perSecond(speed), "", `${Math.round((user + system) / calls)} µs`];
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
