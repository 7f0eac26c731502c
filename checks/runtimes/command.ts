import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packPackages } from "../../scripts/release/packed/pack-packages.ts";
import { unpackTarballs } from "../../scripts/release/packed/unpack-tarballs.ts";
import { defineCommand, UsageError } from "../../scripts/toolkit/command.ts";
import { buildPackages } from "../../scripts/toolkit/kinds-of-steps.ts";
import { totalsLine } from "../../scripts/toolkit/steps.ts";
import { TOOLS } from "../../scripts/toolkit/tools.ts";
import { packPostOffice } from "../packed/pack-post-office.ts";
import { startProcess } from "../start-process.ts";
import { checkTypes } from "./check-types.ts";
import { installRuntimes } from "./launch/binaries.ts";
import { failures, resultTable } from "./report.ts";
import type { RuntimeResult } from "./result.ts";
import type { Runtime, Urls } from "./runtime.ts";
import { RUNTIMES } from "./runtimes.ts";

export const testRuntimes = defineCommand({
  operands: ["[NAME ...]"],
  options: {},
  description: `Runs one suite on the packed packages in every runtime, and compiles consumers of them.

NAME: part of a name of ${RUNTIMES.map(({ name }) => name).join(", ")}, types; default: all`,
  run({ operands }) {
    const isChosen = (name: string): boolean =>
      operands.length === 0 || operands.some((part) => name.toLowerCase().includes(part.toLowerCase()));
    if (!isChosen("types") && !RUNTIMES.some(({ name }) => isChosen(name)))
      throw new UsageError(`No runtime is called ${operands.join(" ")}`);
    return runAll(isChosen);
  },
});

async function runAll(isChosen: (name: string) => boolean): Promise<number> {
  const chosen = RUNTIMES.filter(({ name }) => isChosen(name));
  await buildPackages();
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
    console.log(resultTable(results) + failures(results));
    const checks = results.flatMap((result) => result.checks);
    const failed = checks.filter(({ ok }) => !ok).length;
    process.stdout.write(totalsLine({ passed: checks.length - failed, failed }));
    return failed === 0 && checks.length > 0 ? 0 : 1;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Makes a project with the suite and the type tests, which have the packed packages of a document of their own installed, and in
 * the folder `committed` those of the committed document, which are only imported.
 */
async function prepareProject(directory: string): Promise<string> {
  const project = join(directory, "project");
  await unpackTarballs(await packPostOffice(join(directory, "post-office")), project);
  await unpackTarballs(await packPackages(join(directory, "committed")), join(project, "committed"));
  for (const folder of ["suite", "types", "committed"])
    await cp(join(import.meta.dirname, folder), join(project, folder), { recursive: true });
  await writeFile(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  return project;
}

/** Runs the suite in one runtime, against services of its own. */
async function runRuntime(runtime: Runtime, project: string): Promise<RuntimeResult> {
  const version = await runtime.version();
  const { name } = runtime;
  if (version === undefined) {
    return { runtime: name, version: "", checks: [], seconds: 0, skipped: "not installed, or it does not start here" };
  }
  const services = await startProcess([...TOOLS.node, "suite/services.mjs"], project, /^\{.*\}$/m);
  try {
    const urls = JSON.parse(services.ready[0]) as Urls;
    const begin = performance.now();
    const checks = await runtime.run({ project, urls });
    return { runtime: name, version, checks, seconds: (performance.now() - begin) / 1000 };
  } finally {
    await services.stop();
  }
}
