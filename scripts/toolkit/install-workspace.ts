import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { must } from "./run-command.ts";

/** pnpm's copy of the lockfile that it installed last. */
const INSTALLED = "node_modules/.pnpm/lock.yaml";

/**
 * Installs a workspace of its own beside the checkout's, which is no part of what a fresh clone installs: when it is first
 * needed, and when its lockfile has changed since.
 *
 * @throws Error with what the package manager said
 */
export async function installWorkspace(folder: string): Promise<void> {
  const installed = join(folder, INSTALLED);
  const wanted = readFileSync(join(folder, "pnpm-lock.yaml"), "utf8");
  if (existsSync(installed) && readFileSync(installed, "utf8") === wanted) return;
  await must(["npx", "-y", "pnpm@12", "install", "--frozen-lockfile"], folder);
}
