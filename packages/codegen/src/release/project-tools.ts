import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { UsageError } from "../usage-error.ts";

/**
 * The command line of a program that a repository has installed.
 *
 * @param program its module within the package: `bin/tsc`
 * @throws UsageError where the package is not installed
 */
export function installedTool(root: string, name: string, program: string): readonly [string, string] {
  try {
    const manifest = createRequire(join(root, "package.json")).resolve(`${name}/package.json`);
    return [process.execPath, join(manifest, "..", program)];
  } catch (error) {
    throw new UsageError(`${name}: is not installed here; install the dependencies first. Nothing was changed.`, {
      cause: error,
    });
  }
}

/** The command line of pnpm: of the one that runs this, else of any. */
export function pnpm(env: Readonly<Record<string, string | undefined>> = process.env): readonly string[] {
  const { npm_execpath: path = "" } = env;
  if (!basename(path).startsWith("pnpm")) return ["npx", "-y", "pnpm@12"];
  return /\.[cm]?js$/.test(path) ? [process.execPath, path] : [path];
}
