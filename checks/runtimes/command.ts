import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineCommand, UsageError } from "../../scripts/toolkit/command.ts";
import { turboStep } from "../../scripts/toolkit/steps/turbo-step.ts";
import { totalsLine } from "../../scripts/toolkit/summary.ts";
import { TOOLS } from "../../scripts/toolkit/tools.ts";
import { checkTypes } from "./check-types.ts";
import { installRuntimes } from "./launch/binaries.ts";
import { prepareProject } from "./prepare-project.ts";
import { failures, resultTable } from "./report.ts";
import type { RuntimeResult } from "./result.ts";
import { runRuntime } from "./run-runtime.ts";
import { RUNTIMES } from "./runtimes.ts";

export const testRuntimes = defineCommand({
  operands: ["[NAME ...]"],
  options: { json: { type: "boolean", text: "for machines" } },
  description: `Runs one suite on the packed packages in every runtime, and compiles consumers of them.

NAME: part of a name of ${RUNTIMES.map(({ name }) => name).join(", ")}, types; default: all`,
  run({ values, operands }) {
    const isChosen = (name: string): boolean =>
      operands.length === 0 || operands.some((part) => name.toLowerCase().includes(part.toLowerCase()));
    if (!isChosen("types") && !RUNTIMES.some(({ name }) => isChosen(name)))
      throw new UsageError(`No runtime is called ${operands.join(" ")}`);
    return runAll(isChosen, values.json === true);
  },
});

async function runAll(isChosen: (name: string) => boolean, json: boolean): Promise<number> {
  const chosen = RUNTIMES.filter(({ name }) => isChosen(name));
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
    console.log(json ? JSON.stringify(results, null, 2) : resultTable(results) + failures(results));
    const checks = results.flatMap((result) => result.checks);
    const failed = checks.filter(({ ok }) => !ok).length;
    process.stdout.write(totalsLine({ passed: checks.length - failed, failed }));
    return failed === 0 && checks.length > 0 ? 0 : 1;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
