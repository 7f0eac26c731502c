import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installWorkspace } from "../../toolkit/install-workspace.ts";
import { packPackages, type Tarball } from "./pack-packages.ts";
import { unpackTarballs } from "./unpack-tarballs.ts";

/**
 * Puts the packed bytes into projects of a workspace, whose other modules are those that they declare.
 *
 * @param options.pack packs them into a folder. @default as they are here
 */
export async function installPacked(
  folder: string,
  projects: readonly string[],
  { pack = packPackages }: { readonly pack?: (directory: string) => Promise<Tarball[]> } = {},
): Promise<void> {
  await installWorkspace(folder);
  const packed = mkdtempSync(join(tmpdir(), "svc-packed-"));
  try {
    await unpackTarballs(await pack(join(packed, "tarballs")), packed);
    for (const project of projects) {
      const own = join(folder, project, "node_modules/@svc");
      rmSync(own, { recursive: true, force: true });
      cpSync(join(packed, "node_modules/@svc"), own, {
        recursive: true,
        // Without the links to the workspace's own peers.
        filter: (path) => !/@svc[\\/][^\\/]+[\\/]node_modules$/.test(path),
      });
    }
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}
