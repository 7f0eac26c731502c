import { runCommand } from "../workshop/run-command.ts";
import { ROOT, TOOLS } from "../workshop/tools.ts";
import { installTools, RELEASE_TOOLS } from "./install-tools.ts";

// `pnpm release:version`: turns the changesets into versions and changelogs, and generates what carries the version.
await installTools();
for (const command of [
  [...RELEASE_TOOLS.changeset, "version"],
  [...TOOLS.node, `${ROOT}scripts/generate.ts`],
]) {
  const { code } = await runCommand(command, { cwd: ROOT, inherit: true });
  if (code !== 0) process.exit(code);
}
