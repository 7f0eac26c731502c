import { existsSync } from "node:fs";
import { mkdir, realpath, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ROOT } from "../../scripts/toolkit/tools.ts";

/** Where the workspace has its third-party modules. */
const SOURCES = ["", "packages/testing/", "packages/client/", "packages/mcp/", "checks/"].map(
  (folder) => `${folder}node_modules`,
);

/**
 * Links modules that the workspace has into `project/node_modules`, where they are not there already.
 *
 * @throws Error naming a module that the workspace does not have
 */
export async function linkModules(names: readonly string[], project: string): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      const target = join(project, "node_modules", name);
      if (existsSync(target)) return;
      const source = SOURCES.map((folder) => join(ROOT, folder, name)).find((path) => existsSync(path));
      if (source === undefined) throw new Error(`${name} is not installed in the workspace`);
      await mkdir(dirname(target), { recursive: true });
      await symlink(await realpath(source), target, "junction");
    }),
  );
}
