import { runCommand } from "../../../scripts/toolkit/run-command.ts";
import { brokenOff, type CheckResult, checkPrinted, readPrinted } from "../result.ts";
import type { Runtime, Suite } from "../runtime.ts";
import { SECRET } from "../suite/secret.mjs";
import { versionOf } from "./binaries.ts";

/** A process that has nothing left to do ends within this time. */
const LINGER_MS = 5000;

/** Where a program says which proxy to use: in its environment, or in the options of the runtime's own `fetch`. */
type ProxyIn = "environment" | "fetch";

export interface ProcessOptions {
  /** Come before the file. */
  readonly options?: readonly string[];
  readonly proxies?: readonly ProxyIn[];
}

/** Node.js, and what can be started like it. */
export function processRuntime(
  name: string,
  binary: string,
  { options = [], proxies = [] }: ProcessOptions = {},
): Runtime {
  return {
    name,
    version: () => versionOf([binary, "--version"]),
    async run({ project, urls }) {
      const command = [binary, ...options, "suite/in-process.mjs", JSON.stringify(urls)];
      const env = { SVC_BASE_URL: urls.fake, SVC_API_KEY: SECRET };
      const { code, output } = await runCommand(command, { cwd: project, env, timeoutMs: 180_000 });
      const printed = readPrinted(output);
      if (printed === undefined) return [brokenOff(output)];
      const ended = Date.now() - (printed.endedAt ?? 0);
      const checks = [...printed.results, checkPrinted(output, SECRET), checkEnd(code, ended)];
      for (const where of proxies) checks.push(await checkProxy([binary, ...options], where, { project, urls }));
      return checks;
    },
  };
}

/** No client of the suite is closed but for the tests of that: none may keep the process. */
function checkEnd(code: number, lingeredMs: number): CheckResult {
  const name = "clients that were not closed do not keep the process";
  if (code === 0 && lingeredMs < LINGER_MS) return { name, ok: true };
  return { name, ok: false, error: `ended with code ${code}, ${lingeredMs} ms after the last check` };
}

/** Calls a host that only the proxy knows. */
async function checkProxy(start: readonly string[], where: ProxyIn, { project, urls }: Suite): Promise<CheckResult> {
  const isByFetch = where === "fetch";
  const env = isByFetch ? {} : { HTTP_PROXY: urls.proxy, NODE_USE_ENV_PROXY: "1", NO_PROXY: "" };
  const command = [...start, "suite/proxied.mjs", ...(isByFetch ? [urls.proxy] : [])];
  const { code, output } = await runCommand(command, { cwd: project, env, timeoutMs: 60_000 });
  const name = `a proxy in the ${isByFetch ? "options of fetch" : where}`;
  return code === 0 && output.includes("answered")
    ? { name, ok: true }
    : { name, ok: false, error: output.slice(0, 1000) };
}
