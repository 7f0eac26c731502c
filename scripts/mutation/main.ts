import { join } from "node:path";
import { installWorkspace } from "../workshop/install-workspace.ts";
import { runCommand } from "../workshop/run-command.ts";
import { ROOT, TOOLS } from "../workshop/tools.ts";

const USAGE = `pnpm test:mutation [FILE ...]

Changes the fake's parsing, limiter and stores in thousands of small ways, and counts the changes that no test notices.
Takes about half an hour; too slow for each change. Fails below 85 % of changes noticed.

  FILE  sources to change, as globs; default: those in scripts/mutation/stryker.config.json`;

const files = process.argv.slice(2);
if (files.some((file) => file.startsWith("-"))) {
  console.log(USAGE);
} else {
  await installWorkspace(import.meta.dirname);
  const stryker = join(import.meta.dirname, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const config = join("scripts/mutation", "stryker.config.json");
  const chosen = files.length > 0 ? ["--mutate", files.join(",")] : [];
  const command = [...TOOLS.node, stryker, "run", config, ...chosen];
  const { code } = await runCommand(command, { cwd: ROOT, inherit: true, timeoutMs: 2 * 3_600_000 });
  process.exitCode = code;
}
