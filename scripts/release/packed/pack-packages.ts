import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../../toolkit/run-command.ts";
import { TOOLS } from "../../toolkit/tools.ts";
import { type Package, publishedPackages } from "./packages.ts";

/** A package as it would be published. */
export interface Tarball {
  readonly package: Package;
  /** Absolute path of the `.tgz`. */
  readonly file: string;
}

/**
 * Packs every published package into `directory`.
 *
 * @throws Error where one cannot be packed, with what the package manager said.
 */
export async function packPackages(directory: string): Promise<Tarball[]> {
  return Promise.all(publishedPackages().map((source) => pack(source, directory)));
}

async function pack(source: Package, directory: string): Promise<Tarball> {
  const destination = join(directory, source.manifest.name.replace("@", "").replace("/", "-"));
  const command = [...TOOLS.pnpm, "pack", "--pack-destination", destination];
  const { code, output } = await runCommand(command, { cwd: source.directory });
  if (code !== 0) throw new Error(`${source.manifest.name} cannot be packed:\n${output}`);
  const [file] = (await readdir(destination)).filter((name) => name.endsWith(".tgz"));
  if (file === undefined) throw new Error(`${source.manifest.name} was packed into nothing:\n${output}`);
  return { package: source, file: join(destination, file) };
}
