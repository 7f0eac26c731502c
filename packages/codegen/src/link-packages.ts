import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../..");

/** Imports of a generated tree, and where this workspace has them. */
const PACKAGES: readonly (readonly [name: string, path: string])[] = [
  ["@svc/mcp", "packages/mcp"],
  ["@svc/client", "packages/client"],
  ["@svc/testing", "packages/testing"],
  ["fast-check", "node_modules/fast-check"],
];

/**
 * Makes the packages that a generated tree imports resolvable: where it lies outside of every project that has them
 * installed, they are linked from this workspace, so that the tree type-checks and runs as it is.
 */
export function linkPackages(directory: string): void {
  const require = createRequire(join(directory, "package.json"));
  for (const [name, path] of PACKAGES) {
    const paths = require.resolve.paths(name) ?? [];
    if (paths.some((folder) => existsSync(join(folder, name, "package.json")))) continue;
    const link = join(directory, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(ROOT, path)), link, "dir");
  }
}
