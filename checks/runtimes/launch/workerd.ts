import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../../scripts/toolkit/free-port.ts";
import { type Started, startProcess, untilAnswers } from "../../start-process.ts";
import { brokenOff, type CheckResult, checkPrinted, type Printed } from "../result.ts";
import type { Runtime, Suite, Urls } from "../runtime.ts";
import { SECRET } from "../suite/secret.mjs";
import { installed, versionOf } from "./binaries.ts";
import { bundle } from "./bundle.ts";

const BINARY = installed(".bin/workerd");

/** Cloudflare's runtime: a worker of one module, called over HTTP. */
export const workerd: Runtime = {
  name: "workerd",
  version: () => versionOf([BINARY, "--version"]),
  async run(suite) {
    const port = await freePort();
    const worker = await startWorker(suite, port);
    try {
      const call = (path: string, body: object) => callWorker(`http://127.0.0.1:${port}${path}`, body);
      const results = await call("/suite", { urls: suite.urls });
      return [...results, ...(await checkRequests(call, suite.urls)), checkPrinted(worker.output(), SECRET)];
    } catch (error) {
      return [brokenOff(`${error}\n${worker.output()}`)];
    } finally {
      await worker.stop();
    }
  },
};

async function startWorker({ project }: Suite, port: number): Promise<Started> {
  await writeFile(join(project, "worker.js"), await bundle(project, "worker.mjs", ["workerd", "worker"]));
  await writeFile(join(project, "workerd.capnp"), configuration(port));
  const worker = await startProcess([BINARY, "serve", "workerd.capnp", "--verbose"], project, /(?:)/);
  await untilAnswers(`http://127.0.0.1:${port}/`, { method: "POST" }).catch(() => undefined);
  return worker;
}

/** @see https://github.com/cloudflare/workerd/blob/main/src/workerd/server/workerd.capnp */
function configuration(port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "worker.js")],
      compatibilityDate = "2025-01-01",
      globalOutbound = "loopback",
    )),
    (name = "loopback", network = (allow = ["local", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
}

async function callWorker(url: string, body: object): Promise<readonly CheckResult[]> {
  const signal = AbortSignal.timeout(120_000);
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body), signal });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return (JSON.parse(text) as Printed).results;
}

/** Sends the worker a request, and gives what it found. */
type Call = (path: string, body: object) => Promise<readonly CheckResult[]>;

/** More than the longest of these requests waits for its turn. */
const PATIENCE_MS = 8000;

/** Two and a half windows of the service that limits. */
const BURST = 12;

/**
 * One worker for many requests. What a request has begun ends with it, timers too: calls of other requests may not
 * depend on them.
 *
 * @see https://developers.cloudflare.com/workers/runtime-apis/context/
 */
async function checkRequests(call: Call, urls: Urls): Promise<readonly CheckResult[]> {
  const send = (scope: string, expected: string): Promise<CheckResult> =>
    inTime(call("/request", { urls, scope, expected, timeoutMs: 2000 }));
  const inTurn = [await send("module", "data"), await send("module", "data"), await send("request", "data")];
  const atOnce = async (scope: string): Promise<CheckResult[]> => {
    const results: CheckResult[] = [];
    for (const _ of ["first", "second"]) {
      results.push(...(await Promise.all(Array.from({ length: BURST }, () => send(scope, "data")))));
    }
    return results;
  };
  const ofRequests = await atOnce("request");
  const ofModule = await atOnce("module");
  await fetch(`${urls.limited}/__fake/fail`, { method: "POST", body: JSON.stringify({ timeout: true }) });
  const limited = [await send("module", "TimeoutError")];
  return [
    sum("requests in turn are served", inTurn),
    sum("requests at once are paced, each with a client of its own", ofRequests),
    sum("requests at once are paced, with one client", ofModule),
    sum("a client that outlives requests keeps its time limits", limited),
  ];
}

async function inTime(results: Promise<readonly CheckResult[]>): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    const [result] = await Promise.race([results, late]);
    return result ?? { name: "", ok: false, error: "no result" };
  } catch (error) {
    return { name: "", ok: false, error: String(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** One result for many requests. */
function sum(name: string, results: readonly CheckResult[]): CheckResult {
  const bad = results.filter(({ ok }) => !ok);
  if (bad.length === 0) return { name, ok: true };
  return { name, ok: false, error: `${bad.length} of ${results.length} requests: ${bad[0]?.error}` };
}
