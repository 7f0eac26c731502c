import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { must } from "../cli/run-command.ts";
import { PACKAGES } from "../repository/load-repository.ts";
import { checkPacked, filesOf, type Manifest } from "./check-packed.ts";
import { installedTool, pnpm } from "./project-tools.ts";
import type { Publishable } from "./publish-tarballs.ts";

/** A package as it would be published. */
export interface PackedPackage extends Publishable {
  readonly files: number;
  /** Bytes of the tarball. */
  readonly size: number;
}

/** Result of {@link packRepository}. */
export interface PackedRepository {
  /** Each before those that depend on it. */
  readonly packages: readonly PackedPackage[];
  /** A line for each thing that keeps the packages from being published. */
  readonly findings: readonly string[];
  /** Files to attach to the release, by their absolute paths. @default none */
  readonly attachments?: readonly string[];
}

/** The packages and what was found, a line each. */
export function tableOf({ packages, findings }: PackedRepository): string {
  const rows = packages.map(
    ({ name, version, files, size }) => `${name}@${version}  ${files} files, ${(size / 1000).toFixed(1)} kB packed`,
  );
  return [...rows, ...findings.map((finding) => `✗ ${finding}`)].join("\n");
}

/**
 * Builds the packages of a stage, which holds nothing built before, packs them into a folder, and checks the tarballs.
 *
 * @throws Error with the output of the compiler or of pnpm
 */
export async function packRepository(stage: string, directory: string): Promise<PackedRepository> {
  const folders = PACKAGES.map((name) => `packages/${name}`);
  await must([...installedTool(stage, "typescript", "bin/tsc"), "-b", ...folders], stage);
  const tarballs = join(directory, "tarballs");
  const filters = folders.map((folder) => `--filter=./${folder}`);
  await must([...pnpm(), "-r", ...filters, "pack", "--pack-destination", tarballs], stage);
  const unpacked = await Promise.all(PACKAGES.map((name) => unpack(stage, name, { tarballs, directory })));
  const findings = [...unpacked.flatMap(({ folder }) => checkPacked(folder)), ...versionDifferences(unpacked)];
  return { packages: unpacked.map(({ folder: _, ...one }) => one), findings };
}

/** The packages are released together: one version for all. */
export function versionDifferences(packages: readonly Pick<Publishable, "version">[]): string[] {
  const versions = new Set(packages.map(({ version }) => version));
  return versions.size === 1 ? [] : [`the packages have different versions: ${[...versions].join(", ")}`];
}

async function unpack(
  stage: string,
  short: string,
  { tarballs, directory }: { readonly tarballs: string; readonly directory: string },
): Promise<PackedPackage & { readonly folder: string }> {
  const { name, version } = readManifest(join(stage, "packages", short));
  const tarball = join(tarballs, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
  const folder = join(directory, "unpacked", short);
  mkdirSync(folder, { recursive: true });
  await must(["tar", "-xzf", tarball, "--strip-components=1", "-C", folder], directory);
  return { name, version, tarball, folder, files: filesOf(folder).length, size: statSync(tarball).size };
}

/** Reads the manifest in a folder. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}
