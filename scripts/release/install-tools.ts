import { join } from "node:path";
import { installWorkspace } from "../shared/install-workspace.ts";
import { ROOT, TOOLS } from "../shared/tools.ts";

const FOLDER = join(ROOT, "scripts/release/tools");

/** How to start the tools of a release, once {@link installTools} has run. */
export const RELEASE_TOOLS: { readonly [tool in "changeset" | "verdaccio"]: readonly string[] } = {
  changeset: [...TOOLS.node, join(FOLDER, "node_modules/@changesets/cli/bin.js")],
  verdaccio: [...TOOLS.node, join(FOLDER, "node_modules/verdaccio/bin/verdaccio")],
};

/** Installs the tools of a release, which are no part of what a fresh clone installs. @throws Error with what pnpm said */
export function installTools(): Promise<void> {
  return installWorkspace(FOLDER);
}
