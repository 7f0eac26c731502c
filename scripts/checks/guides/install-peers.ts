import { existsSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../../workshop/run-command.ts";

/**
 * Installs what the guides compare with, when it is first needed: it is no part of what a fresh clone installs. Where that
 * fails (no network), the blocks that need it are reported as not run.
 */
export async function installPeers(): Promise<void> {
  const directory = join(import.meta.dirname, "peers");
  if (existsSync(join(directory, "node_modules"))) return;
  await runCommand(["npx", "-y", "pnpm@12", "install", "--frozen-lockfile"], { cwd: directory, timeoutMs: 60_000 });
}
