import { existsSync, readFileSync } from "node:fs";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { runCommand } from "../../workshop/run-command.ts";
import { ROOT, TOOLS } from "../../workshop/tools.ts";
import { linkModules } from "../packed/link-modules.ts";
import { packPackages, type Tarball } from "../packed/pack-packages.ts";
import { unpackTarballs } from "../packed/unpack-tarballs.ts";

// Runs the tests of each downstream project in examples/ against the packed packages. Prints a line for each finding.
const FOLDER = join(ROOT, "examples");
const PATH = `${process.env["PATH"] ?? ""}${delimiter}${join(ROOT, "node_modules/.bin")}`;

const directory = await mkdtemp(join(tmpdir(), "svc-examples-"));
try {
  const tarballs = await packPackages(directory);
  const names = await downstreamProjects();
  const findings = (await Promise.all(names.map((name) => runExample(name, tarballs)))).flat();
  if (names.length === 0) findings.push("no downstream project was found");
  console.log(findings.join("\n") || `${names.length} projects: ${names.join(", ")}`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}

/** The folders that are a project of their own: the tour is part of the workspace, and runs with `pnpm start`. */
async function downstreamProjects(): Promise<string[]> {
  const entries = await readdir(FOLDER);
  return entries.filter((name) => name !== "tour" && existsSync(join(FOLDER, name, "package.json"))).sort();
}

async function runExample(name: string, tarballs: readonly Tarball[]): Promise<string[]> {
  const project = join(directory, "projects", name);
  await cp(join(FOLDER, name), project, { recursive: true });
  await unpackTarballs(tarballs, project);
  await linkModules(thirdParty(project), project);
  const types = existsSync(join(project, "tsconfig.json")) ? [[...TOOLS.tsc, "-p", project, "--noEmit"]] : [];
  const commands = [...types, [...TOOLS.node, "--run", "test"]];
  const runs = await Promise.all(commands.map((command) => runCommand(command, { cwd: project, env: { PATH } })));
  return runs.filter((run) => run.code !== 0).map((run) => `examples/${name}:\n${run.output.trim()}`);
}

function thirdParty(project: string): string[] {
  const manifest = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as {
    readonly dependencies?: object;
    readonly devDependencies?: object;
  };
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  return names.filter((name) => !name.startsWith("@svc/"));
}
