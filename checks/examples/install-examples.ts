import { existsSync } from "node:fs";
import { copyFile, cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packPackages } from "../../scripts/release/packed/pack-packages.ts";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { TOOLS } from "../../scripts/toolkit/tools.ts";
import { FOLDER } from "./example.ts";

const LOCKFILE = join(import.meta.dirname, "pnpm-lock.yaml");

/** Makes one workspace of copies of the examples, with the packed packages in place of the published ones. */
export async function installExamples(examples: readonly string[], directory: string): Promise<void> {
  await Promise.all([packInto(directory), ...examples.map((name) => copy(name, directory))]);
  if (existsSync(LOCKFILE)) await copyFile(LOCKFILE, join(directory, "pnpm-lock.yaml"));
  // Other packages stay as locked; ours are packed anew each time, so that the lockfile cannot be frozen.
  const command = [...TOOLS.pnpm, "install", "--no-frozen-lockfile", "--prefer-offline"];
  const { code, output } = await runCommand(command, { cwd: directory });
  if (code !== 0) throw new Error(`The examples cannot be installed:\n${output.trim()}`);
}

/** Writes down which versions were installed. */
export async function keepLockfile(directory: string): Promise<void> {
  await copyFile(join(directory, "pnpm-lock.yaml"), LOCKFILE);
}

async function packInto(directory: string): Promise<void> {
  const packed = join(directory, "packed");
  await mkdir(packed, { recursive: true });
  const tarballs = await packPackages(join(directory, "packing"));
  const overrides = tarballs.map(({ package: { manifest }, file }) => {
    const name = `${manifest.name.replace("@", "").replace("/", "-")}.tgz`;
    return { file, name, line: `  "${manifest.name}": "file:packed/${name}"` };
  });
  await Promise.all(overrides.map(({ file, name }) => copyFile(file, join(packed, name))));
  await writeFile(join(directory, "pnpm-workspace.yaml"), workspace(overrides.map(({ line }) => line)));
  await writeFile(join(directory, "package.json"), '{ "name": "svc-examples", "private": true }\n');
}

function workspace(overrides: readonly string[]): string {
  return `packages: ["examples/*"]
overrides:
${overrides.join("\n")}
# Nobody's script runs: the platforms' binaries are packages of their own.
ignoreScripts: true
`;
}

/** Without what was built or installed in place. */
function copy(name: string, directory: string): Promise<void> {
  const left = /[\\/](node_modules|dist)$/;
  return cp(join(FOLDER, name), join(directory, "examples", name), {
    recursive: true,
    filter: (path) => !left.test(path),
  });
}
