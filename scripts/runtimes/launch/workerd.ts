import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brokenOff, type CheckResult, checkPrinted, type Printed } from "../result.ts";
import type { Runtime, Suite, Urls } from "../runtime.ts";
import { SECRET } from "../suite/secret.mjs";
import { installed, versionOf } from "./binaries.ts";
import { bundle } from "./bundle.ts";
import { freePort } from "./free-port.ts";
import { type Started, startProcess } from "./start-process.ts";

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
      return [...results, ...(await keptClient(call, suite.urls)), checkPrinted(worker.output(), SECRET)];
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
  const worker = startProcess([BINARY, "serve", "workerd.capnp", "--verbose"], project);
  for (const until = Date.now() + 10_000; Date.now() < until; ) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST" }).catch(() => undefined);
    if (answer !== undefined) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
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

type Call = (path: string, body: object) => Promise<readonly CheckResult[]>;

async function callWorker(url: string, body: object): Promise<readonly CheckResult[]> {
  const signal = AbortSignal.timeout(120_000);
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body), signal });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return (JSON.parse(text) as Printed).results;
}

/** One client for many requests, though what a request has begun ends with it. */
async function keptClient(call: Call, urls: Urls): Promise<readonly CheckResult[]> {
  const kept = async (path: string): Promise<CheckResult> => {
    const ended = call("/kept", { urls, path, timeoutMs: 300 }).then(([result]) => ({ ...result, ok: !!result?.ok }));
    const late = new Promise<{ ok: boolean; error: string }>((resolve) =>
      setTimeout(resolve, 12_000, { ok: false, error: "no answer within 12 s" }),
    );
    return { name: path, ...(await Promise.race([ended.catch((error) => ({ ok: false, error: `${error}` })), late])) };
  };
  const named = (name: string, results: readonly CheckResult[]): CheckResult => {
    const bad = results.filter(({ ok }) => !ok);
    const error = `${bad.length} of ${results.length}: ${bad[0]?.error}`;
    return bad.length === 0 ? { name, ok: true } : { name, ok: false, error };
  };
  const inTurn = [await kept("first"), await kept("second"), await kept("third")];
  const atOnce = await Promise.all(Array.from({ length: 12 }, (_, index) => kept(`${index}`)));
  await fetch(`${urls.limited}/__fake/fail`, { method: "POST", body: JSON.stringify({ timeout: true }) });
  const hanging = [await kept("hangs")];
  return [
    named("a client in the module's scope serves requests in turn", inTurn),
    named("a client in the module's scope paces requests at once", atOnce),
    named("a client in the module's scope keeps its time limits", hanging),
  ];
}
