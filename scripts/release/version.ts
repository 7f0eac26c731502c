import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineCommand } from "../toolkit/command.ts";
import { runCommand } from "../toolkit/run-command.ts";
import { ROOT, svc } from "../toolkit/tools.ts";
import { installTools, RELEASE_TOOLS } from "./release-tools.ts";

export const versionRelease = defineCommand({
  options: {},
  description: `Turns the waiting changesets into a version and changelogs, and generates what carries the version. Deletes the changesets:
the release workflow does it on a branch of its own.`,
  async run() {
    await installTools();
    for (const command of [[...RELEASE_TOOLS.changeset, "version"], svc(ROOT, "generate")]) {
      const { code } = await runCommand(command, { cwd: ROOT, inherit: true });
      if (code !== 0) return code;
    }
    return 0;
  },
});

/** The names of the changesets that have not become a version yet. */
export function pendingChangesets(root: string): string[] {
  const files = readdirSync(join(root, ".changeset"));
  return files.filter((file) => file.endsWith(".md") && file !== "README.md").sort();
}
