import { globSync } from "node:fs";
import { join } from "node:path";
import { installWorkspace } from "../../scripts/shared/install-workspace.ts";
import { runCommand } from "../../scripts/shared/run-command.ts";
import { ROOT, TOOLS } from "../../scripts/shared/tools.ts";

const USAGE = `pnpm test:mutation [FILE ...]

Changes the fake's parsing, limiter and stores in thousands of small ways, and counts the changes that no test notices.
Takes about half an hour; too slow for each change. Fails below 85 % of changes noticed.

  FILE  sources to change, as globs from the repository's root; default: those in checks/mutation/stryker.config.json`;

const patterns = process.argv.slice(2);
const files = patterns.length === 0 ? [] : globSync(patterns, { cwd: ROOT, exclude: ["**/*.test.ts"] });
if (patterns.some((pattern) => pattern.startsWith("-"))) {
  console.log(USAGE);
} else if (patterns.length > 0 && files.length === 0) {
  console.error(`test:mutation: no source matches ${patterns.join(" ")}; globs begin at the repository's root.`);
  process.exitCode = 1;
} else {
  await installWorkspace(import.meta.dirname);
  const stryker = join(import.meta.dirname, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const config = join("checks/mutation", "stryker.config.json");
  const chosen = files.length > 0 ? ["--mutate", files.join(",")] : [];
  const command = [...TOOLS.node, stryker, "run", config, ...chosen];
  const { code } = await runCommand(command, { cwd: ROOT, inherit: true, timeoutMs: 2 * 3_600_000 });
  process.exitCode = code;
}
