import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brokenOff, type CheckResult, checkPrinted, type Printed } from "../result.ts";
import type { Runtime, Suite } from "../runtime.ts";
import { SECRET } from "../suite/secret.mjs";
import { installed, versionOf } from "./binaries.ts";
import { bundle } from "./bundle.ts";
import { freePort } from "./free-port.ts";
import { type Started, startProcess } from "./start-process.ts";
import { checkRequests } from "./worker-requests.ts";

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

async function callWorker(url: string, body: object): Promise<readonly CheckResult[]> {
  const signal = AbortSignal.timeout(120_000);
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body), signal });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return (JSON.parse(text) as Printed).results;
}
