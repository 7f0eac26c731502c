import { TOOLS } from "../../scripts/toolkit/tools.ts";
import { startProcess } from "./launch/start-process.ts";
import type { RuntimeResult } from "./result.ts";
import type { Runtime, Urls } from "./runtime.ts";

/** Runs the suite in one runtime, against services of its own. */
export async function runRuntime(runtime: Runtime, project: string): Promise<RuntimeResult> {
  const version = await runtime.version();
  const { name } = runtime;
  if (version === undefined) {
    return { runtime: name, version: "", checks: [], seconds: 0, skipped: "not installed, or it does not start here" };
  }
  const services = startProcess([...TOOLS.node, "suite/services.mjs"], project);
  try {
    const urls = JSON.parse(await services.printed(/^\{.*\}$/m)) as Urls;
    const begin = performance.now();
    const checks = await runtime.run({ project, urls });
    return { runtime: name, version, checks, seconds: (performance.now() - begin) / 1000 };
  } finally {
    await services.stop();
  }
}
