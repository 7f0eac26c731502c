import { mkdir, realpath, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { must } from "../../toolkit/run-command.ts";
import type { Tarball } from "./pack-packages.ts";
import { type Manifest, readPackage } from "./packages.ts";

/**
 * Puts the packed packages into `project/node_modules` as an installation would, without a registry: what they declare
 * as dependencies is linked from the workspace, and nothing else.
 *
 * @returns the manifests as they are published
 */
export async function unpackTarballs(tarballs: readonly Tarball[], project: string): Promise<Manifest[]> {
  return Promise.all(
    tarballs.map(async ({ file, package: source }) => {
      const target = join(project, "node_modules", source.manifest.name);
      await mkdir(target, { recursive: true });
      await must(["tar", "-xzf", file, "--strip-components=1", "-C", target], project);
      const { manifest } = readPackage(target);
      const needed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
      const foreign = needed.filter((name) => !name.startsWith("@svc/"));
      await Promise.all(
        foreign.map((name) => link(join(source.directory, "node_modules", name), join(target, "node_modules", name))),
      );
      return manifest;
    }),
  );
}

async function link(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await symlink(await realpath(from), to, "junction");
}
