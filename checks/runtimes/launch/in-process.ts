import { runCommand } from "../../../scripts/toolkit/run-command.ts";
import { brokenOff, type CheckResult, checkPrinted, readPrinted } from "../result.ts";
import type { Runtime } from "../runtime.ts";
import { SECRET } from "../suite/secret.mjs";
import { versionOf } from "./binaries.ts";

/** A process that has nothing left to do ends within this time. */
const LINGER_MS = 5000;

/** Node.js, and what can be started like it. `options` come before the file. */
export function processRuntime(name: string, binary: string, options: readonly string[] = []): Runtime {
  return {
    name,
    version: () => versionOf([binary, "--version"]),
    async run({ project, urls }) {
      const command = [binary, ...options, "suite/in-process.mjs", JSON.stringify(urls)];
      const env = { SVC_BASE_URL: urls.fake, SVC_API_KEY: SECRET };
      const { code, output } = await runCommand(command, { cwd: project, env, timeoutMs: 180_000 });
      const printed = readPrinted(output);
      if (printed === undefined) return [brokenOff(output)];
      return [...printed.results, checkPrinted(output, SECRET), checkEnd(code, Date.now() - (printed.endedAt ?? 0))];
    },
  };
}

/** No client of the suite is closed but for the tests of that: none may keep the process. */
function checkEnd(code: number, lingeredMs: number): CheckResult {
  const name = "clients that were not closed do not keep the process";
  if (code === 0 && lingeredMs < LINGER_MS) return { name, ok: true };
  return { name, ok: false, error: `ended with code ${code}, ${lingeredMs} ms after the last check` };
}
