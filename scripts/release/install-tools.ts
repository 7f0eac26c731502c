import { join } from "node:path";
import { runCommand } from "../workshop/run-command.ts";
import { ROOT, TOOLS } from "../workshop/tools.ts";

const FOLDER = join(ROOT, "scripts/release/tools");

/** How to start the tools of a release, once {@link installTools} has run. */
export const RELEASE_TOOLS: { readonly [tool in "changeset" | "verdaccio"]: readonly string[] } = {
  changeset: [...TOOLS.node, join(FOLDER, "node_modules/@changesets/cli/bin.js")],
  verdaccio: [...TOOLS.node, join(FOLDER, "node_modules/verdaccio/bin/verdaccio")],
};

/**
 * Installs the tools of a release, which are no part of what a fresh clone installs. Takes part of a second where they
 * are there already.
 *
 * @throws Error with what the package manager said
 */
export async function installTools(): Promise<void> {
  const command = [...TOOLS.pnpm, "install", "--frozen-lockfile"];
  const { code, output } = await runCommand(command, { cwd: FOLDER });
  if (code !== 0) throw new Error(`The tools in scripts/release/tools cannot be installed:\n${output}`);
}
