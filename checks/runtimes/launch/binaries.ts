import { existsSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../../../scripts/toolkit/run-command.ts";

/** The workspace of the runtimes. */
export const WORKSPACE: string = join(import.meta.dirname, "..");

/** File of an installed runtime, relative to the modules of the workspace. */
export function installed(path: string): string {
  return join(WORKSPACE, "node_modules", path);
}

/** The first version number that a command prints; `undefined` where it cannot be run. */
export async function versionOf(command: readonly string[]): Promise<string | undefined> {
  const { code, output } = await runCommand(command, { timeoutMs: 60_000 });
  return code === 0 ? /\d[\d.]*[.-][\w.-]+/.exec(output)?.[0] : undefined;
}

/**
 * Installs the runtimes where they are not yet. Each is optional: one that cannot be installed is missing afterwards.
 *
 * @returns what went wrong, if anything
 */
export async function installRuntimes(pnpm: readonly string[]): Promise<string | undefined> {
  if (existsSync(join(WORKSPACE, "node_modules"))) return undefined;
  console.error("Installing the runtimes (about 1 GB) ...");
  const { code, output } = await runCommand([...pnpm, "install", "--frozen-lockfile"], { cwd: WORKSPACE });
  return code === 0 ? undefined : output.trim().slice(-1000);
}
