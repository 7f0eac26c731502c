import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { brokenOff, type CheckResult, checkPrinted, installed, type Runtime, type Suite } from "./runtime.ts";
import { SECRET } from "./suite/secret.mjs";

/** A process that has nothing left to do ends within this time. */
const LINGER_MS = 5000;

/** Where a program says which proxy to use: in its environment, or in the options of the runtime's own `fetch`. */
type ProxyIn = "environment" | "fetch";

/** Runs the suite in Node.js, or in what can be started like it. */
export function inProcess(file: string, options: string[] = [], proxies: ProxyIn[] = []): Runtime["run"] {
  const start = [installed(file), ...options];
  return async (suite) => {
    const command = [...start, "suite/in-process.mjs", JSON.stringify(suite.urls)];
    const env = { SVC_BASE_URL: suite.urls.fake, SVC_API_KEY: SECRET };
    const { code, output } = await runCommand(command, { cwd: suite.project, env, timeoutMs: 180_000 });
    const printed = readPrinted(output);
    if (printed === undefined) return [brokenOff(output)];
    const lingeredMs = Date.now() - printed.endedAt;
    // No client of the suite is closed but for the tests of that.
    const ended = { name: "clients that were not closed do not keep the process" };
    const error = `ended with code ${code}, ${lingeredMs} ms after the last check`;
    const checks = [checkPrinted(output, SECRET), code === 0 && lingeredMs < LINGER_MS ? ended : { ...ended, error }];
    for (const where of proxies) checks.push(await checkProxy(start, where, suite));
    return [...printed.results, ...checks];
  };
}

/** Results and their end in epoch milliseconds, in the last line of a runtime; `undefined` if there is none. */
export function readPrinted(output: string) {
  const line = output.split("\n").findLast((text) => text.startsWith('{"results":'));
  if (line === undefined) return undefined;
  return JSON.parse(line) as { readonly results: readonly CheckResult[]; readonly endedAt: number };
}

/** Calls a host that only the proxy knows. */
async function checkProxy(start: readonly string[], where: ProxyIn, { project, urls }: Suite): Promise<CheckResult> {
  const isByFetch = where === "fetch";
  const env = isByFetch ? {} : { HTTP_PROXY: urls.proxy, NODE_USE_ENV_PROXY: "1", NO_PROXY: "" };
  const command = [...start, "suite/proxied.mjs", ...(isByFetch ? [urls.proxy] : [])];
  const { code, output } = await runCommand(command, { cwd: project, env, timeoutMs: 60_000 });
  const error = code === 0 && output.includes("answered") ? undefined : output.slice(0, 1000);
  return { name: `a proxy in the ${isByFetch ? "options of fetch" : where}`, error };
}
