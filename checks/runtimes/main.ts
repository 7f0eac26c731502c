import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { turboStep } from "../../scripts/shared/steps/turbo-step.ts";
import { totalsLine } from "../../scripts/shared/summary.ts";
import { TOOLS } from "../../scripts/shared/tools.ts";
import { checkTypes } from "./check-types.ts";
import { installRuntimes } from "./launch/binaries.ts";
import { prepareProject } from "./prepare-project.ts";
import { failures, resultTable } from "./report.ts";
import type { RuntimeResult } from "./result.ts";
import { runRuntime } from "./run-runtime.ts";
import { RUNTIMES } from "./runtimes.ts";

// Runs one suite on the packed packages in every runtime, and compiles consumers of them.

const USAGE = `pnpm test:runtimes [NAME ...] [--json]

  NAME   part of a name: ${RUNTIMES.map(({ name }) => name).join(", ")}, types; default: all`;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "boolean" } } });
const isChosen = (name: string): boolean =>
  positionals.length === 0 || positionals.some((part) => name.toLowerCase().includes(part.toLowerCase()));
const chosen = RUNTIMES.filter(({ name }) => isChosen(name));
if (chosen.length === 0 && !isChosen("types")) {
  console.error(`No runtime is called that.\n\n${USAGE}`);
  process.exit(2);
}
const built = await turboStep("build", "build").run();
if (!built.ok) throw new Error(`The packages cannot be built:\n${built.output}`);
const problem = await installRuntimes(TOOLS.pnpm);
if (problem !== undefined) console.error(`Not every runtime could be installed:\n${problem}`);
const directory = await mkdtemp(join(tmpdir(), "svc-runtimes-"));
try {
  const project = await prepareProject(directory);
  const results: RuntimeResult[] = [];
  const add = (result: RuntimeResult): void => {
    results.push(result);
    const passed = result.checks.filter(({ ok }) => ok).length;
    console.error(`${result.runtime} ${result.version}: ${result.skipped ?? `${passed} of ${result.checks.length}`}`);
  };
  for (const runtime of chosen) add(await runRuntime(runtime, project));
  if (isChosen("types")) for (const result of await checkTypes(project)) add(result);
  console.log(values.json ? JSON.stringify(results, null, 2) : resultTable(results) + failures(results));
  const checks = results.flatMap((result) => result.checks);
  const failed = checks.filter(({ ok }) => !ok).length;
  process.stdout.write(totalsLine({ passed: checks.length - failed, failed }));
  process.exitCode = failed === 0 && checks.length > 0 ? 0 : 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}
