import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundle } from "../../scripts/toolkit/bundle.ts";
import { freePort } from "../../scripts/toolkit/free-port.ts";
import { startProcess, untilAnswers } from "../start-process.ts";
import { brokenOff, type CheckResult, checkPrinted, installed, type Suite, type Urls } from "./runtime.ts";
import { SECRET } from "./suite/secret.mjs";

/** @see https://github.com/cloudflare/workerd/blob/main/src/workerd/server/workerd.capnp */
const configuration = (port: number) => `using Workerd = import "/workerd/workerd.capnp";
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

/** Runs the suite in Cloudflare's runtime: a worker of one module, called over HTTP. */
export async function runInWorkerd({ project, urls }: Suite): Promise<readonly CheckResult[]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const source = 'export { default } from "./worker.mjs"';
  await writeFile(join(project, "worker.js"), await bundle(source, join(project, "suite"), ["workerd", "worker"]));
  await writeFile(join(project, "workerd.capnp"), configuration(port));
  const command = [installed(".bin/workerd"), "serve", "workerd.capnp", "--verbose"];
  const worker = await startProcess(command, project, /(?:)/);
  await untilAnswers(url, { method: "POST" }).catch(() => undefined);
  const call: Call = async (path, body, patienceMs) => {
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(url + path, { method: "POST", body: JSON.stringify({ urls, ...body }), signal });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return (JSON.parse(text) as { readonly results: readonly CheckResult[] }).results;
  };
  try {
    const results = await call("/suite", {}, 120_000);
    return [...results, ...(await checkRequests(call, urls)), checkPrinted(worker.output(), SECRET)];
  } catch (error) {
    return [brokenOff(`${error}\n${worker.output()}`)];
  } finally {
    await worker.stop();
  }
}

/** Sends the worker a request, and gives what it found. */
type Call = (path: string, body: object, patienceMs: number) => Promise<readonly CheckResult[]>;

/** More than the longest request of {@link checkRequests} waits for its turn. */
const PATIENCE_MS = 8000;

/** Two and a half windows of the service that limits. */
const BURST = 12;

/**
 * One worker for many requests. What a request has begun ends with it, timers too: calls of other requests may not
 * depend on them.
 *
 * @see https://developers.cloudflare.com/workers/runtime-apis/context/
 */
async function checkRequests(call: Call, { limited }: Urls): Promise<readonly CheckResult[]> {
  const send = async (scope: string, expected = "data"): Promise<string | undefined> => {
    const results = call("/request", { scope, expected, timeoutMs: 2000 }, PATIENCE_MS);
    return results.then(([result]) => result?.error, String);
  };
  const burst = (scope: string) => Promise.all(Array.from({ length: BURST }, () => send(scope)));
  const sum = (name: string, errors: readonly (string | undefined)[]): CheckResult => {
    const bad = errors.filter((error) => error !== undefined);
    return { name, error: bad[0] && `${bad.length} of ${errors.length} requests: ${bad[0]}` };
  };
  const twice = async (scope: string) => [...(await burst(scope)), ...(await burst(scope))];
  const results = [
    sum("requests in turn are served", [await send("module"), await send("module"), await send("request")]),
    sum("requests at once are paced, each with a client of its own", await twice("request")),
    sum("requests at once are paced, with one client", await twice("module")),
  ];
  await fetch(`${limited}/__fake/fail`, { method: "POST", body: JSON.stringify({ timeout: true }) });
  const late = await send("module", "TimeoutError");
  return [...results, sum("a client that outlives requests keeps its time limits", [late])];
}
