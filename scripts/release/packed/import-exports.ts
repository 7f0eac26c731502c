import { existsSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runCommand } from "../../toolkit/run-command.ts";
import { ROOT } from "../../toolkit/tools.ts";
import type { Manifest } from "./packages.ts";

/** Imports every export of the unpacked packages on each Node.js there is. Returns what failed, and the versions. */
export async function importExports(
  manifests: readonly Manifest[],
  project: string,
): Promise<{ findings: string[]; versions: string[] }> {
  const specifiers = manifests.flatMap((manifest) => importable(manifest));
  const script = `for (const name of ${JSON.stringify(specifiers)}) await import(name).catch((error) => { console.log(name + ": " + error.message); process.exitCode = 1; }); console.error(process.version)`;
  const runs = await Promise.all(
    availableNodes().map((node) => runCommand([node, "--input-type=module", "--eval", script], { cwd: project })),
  );
  return {
    findings: runs.filter((run) => run.code !== 0).map((run) => run.output.trim()),
    versions: runs.map((run) => run.output.trim().split("\n").at(-1) ?? ""),
  };
}

/** The specifiers of modules. What belongs to a test runner can only be imported inside of it. */
function importable(manifest: Manifest): string[] {
  return Object.keys(manifest.exports)
    .filter((subpath) => !/\.(json|yaml)$/.test(subpath) && subpath !== "./vitest")
    .map((subpath) => manifest.name + subpath.slice(1));
}

/** The Node.js of the tooling, and the first other one on `PATH`: that of the machine. */
export function availableNodes(): string[] {
  const own = realpathSync(process.execPath);
  const machine = (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, process.platform === "win32" ? "node.exe" : "node"))
    .find((file) => !file.startsWith(ROOT) && existsSync(file) && realpathSync(file) !== own);
  return machine === undefined ? [own] : [own, machine];
}
