import { defineCommand } from "../toolkit/command.ts";
import { runCommand } from "../toolkit/run-command.ts";
import { ROOT, svc } from "../toolkit/tools.ts";
import { CHANGESET, installTools } from "./release-tools.ts";

export const versionRelease = defineCommand({
  options: {},
  description: `Turns the waiting changesets into a version and changelogs, and generates what carries the version. Deletes the changesets:
the release workflow does it on a branch of its own.`,
  async run() {
    await installTools();
    for (const command of [[...CHANGESET, "version"], svc(ROOT, "generate")]) {
      const { code } = await runCommand(command, { cwd: ROOT, inherit: true });
      if (code !== 0) return code;
    }
    return 0;
  },
});
