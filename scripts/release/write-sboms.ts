import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../shared/run-command.ts";
import { ROOT, TOOLS } from "../shared/tools.ts";

/**
 * Writes a bill of materials in CycloneDX for each package into `directory`: what is installed with it, by the lock file.
 *
 * @returns their paths
 * @throws Error with what the package manager said, or where one is missing
 */
export async function writeSboms(names: readonly string[], directory: string): Promise<string[]> {
  const filters = names.map((name) => `--filter=${name}`);
  const out = join(directory, "%s-%v.cdx.json");
  const command = [...TOOLS.pnpm, "sbom", "--sbom-format", "cyclonedx", "--prod", "--split", "--out", out, ...filters];
  const { code, output } = await runCommand(command, { cwd: ROOT });
  const files = (await readdir(directory)).filter((file) => file.endsWith(".cdx.json")).sort();
  if (code !== 0 || files.length !== names.length) throw new Error(`There is no bill of materials:\n${output}`);
  return files.map((file) => join(directory, file));
}
