import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "..");

/**
 * Installs what the page is made of, where it is missing or older than its lockfile.
 *
 * @throws Error with what the package manager said
 */
export function installTools(): void {
  const marker = join(FOLDER, "node_modules/.modules.yaml");
  if (existsSync(marker) && statSync(marker).mtimeMs >= statSync(join(FOLDER, "pnpm-lock.yaml")).mtimeMs) return;
  const { status, stdout, stderr } = spawnSync("npx", ["-y", "pnpm@12", "install", "--frozen-lockfile"], {
    cwd: FOLDER,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The tools in docs/playground cannot be installed:\n${stdout}${stderr}`);
}
