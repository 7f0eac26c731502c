import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../workshop/run-command.ts";
import { ROOT } from "../workshop/tools.ts";

const FOLDER = join(ROOT, "docs");

/**
 * Installs what the site is built with, which is no part of what a fresh clone installs, where it is missing or older
 * than its lockfile.
 *
 * @throws Error with what the package manager said
 */
export async function installTools(): Promise<void> {
  const marker = join(FOLDER, "node_modules/.modules.yaml");
  if (existsSync(marker) && statSync(marker).mtimeMs >= statSync(join(FOLDER, "pnpm-lock.yaml")).mtimeMs) return;
  const { code, output } = await runCommand(["npx", "-y", "pnpm@12", "install", "--frozen-lockfile"], { cwd: FOLDER });
  if (code !== 0) throw new Error(`The tools of the site cannot be installed:\n${output}`);
}
