import { existsSync, mkdtempDisposableSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unpackTarballs } from "../../scripts/release/packed/unpack-tarballs.ts";
import { defineCommand, UsageError } from "../../scripts/toolkit/command.ts";
import { buildPackages } from "../../scripts/toolkit/kinds-of-steps.ts";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { totalsLine } from "../../scripts/toolkit/steps.ts";
import { TOOLS } from "../../scripts/toolkit/tools.ts";
import { packPostOffice } from "../packed/pack-post-office.ts";
import { startProcess } from "../start-process.ts";
import { type Runtime, type Urls, versionOf, WORKSPACE } from "./runtime.ts";
import { RUNTIMES } from "./runtimes.ts";

export const testRuntimes = defineCommand({
  operands: ["[NAME ...]"],
  options: {},
  description: `Runs one suite on the packed packages in every runtime, and compiles consumers of them.

NAME: part of a name of ${RUNTIMES.map(({ name }) => name).join(", ")}; default: all`,
  async run({ operands }) {
    const isChosen = ({ name }: Runtime): boolean =>
      operands.length === 0 || operands.some((part) => name.toLowerCase().includes(part.toLowerCase()));
    const chosen = RUNTIMES.filter(isChosen);
    if (chosen.length === 0) throw new UsageError(`No runtime is called ${operands.join(" ")}`);
    await buildPackages();
    await installRuntimes();
    using folder = mkdtempDisposableSync(join(tmpdir(), "svc-runtimes-"));
    const project = await prepareProject(folder.path);
    const totals = { passed: 0, failed: 0 };
    for (const runtime of chosen) {
      const { passed, failed } = await runRuntime(runtime, project);
      totals.passed += passed;
      totals.failed += failed;
    }
    process.stdout.write(totalsLine(totals));
    return totals.failed === 0 && totals.passed > 0 ? 0 : 1;
  },
});

/** Installs the runtimes if they are not there. Each is optional: one that cannot be installed is skipped. */
async function installRuntimes(): Promise<void> {
  if (existsSync(join(WORKSPACE, "node_modules"))) return;
  console.error("Installing the runtimes (about 1 GB) ...");
  const { code, output } = await runCommand([...TOOLS.pnpm, "install", "--frozen-lockfile"], { cwd: WORKSPACE });
  if (code !== 0) console.error(`Not every runtime could be installed:\n${output.trim().slice(-1000)}`);
}

/** Makes a project with suite and consumers, and in it the packed packages of a document of their own. */
async function prepareProject(directory: string): Promise<string> {
  const project = join(directory, "project");
  await unpackTarballs(await packPostOffice(join(directory, "post-office")), project);
  for (const folder of ["suite", "types"])
    await cp(join(import.meta.dirname, folder), join(project, folder), { recursive: true });
  await writeFile(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  return project;
}

/** Runs the suite in one runtime, against services of its own, and prints what failed. */
async function runRuntime({ name, version, run }: Runtime, project: string) {
  const found = await versionOf(version);
  if (found === undefined) {
    console.log(`${name}: skipped: not installed, or it does not start here`);
    return { passed: 0, failed: 0 };
  }
  const services = await startProcess([...TOOLS.node, "suite/services.mjs"], project, /^\{.*\}$/m);
  try {
    const checks = await run({ project, urls: JSON.parse(services.ready[0]) as Urls });
    const failures = checks.filter(({ error }) => error !== undefined);
    const passed = checks.length - failures.length;
    console.log(`${name} ${found}: ${passed} of ${checks.length}`);
    for (const failure of failures) console.log(`${name}: ${failure.name}\n  ${failure.error}`);
    return { passed, failed: failures.length };
  } finally {
    await services.stop();
  }
}
