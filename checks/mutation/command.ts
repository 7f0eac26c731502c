import { globSync } from "node:fs";
import { join } from "node:path";
import { defineCommand, UsageError } from "../../scripts/toolkit/command.ts";
import { installWorkspace } from "../../scripts/toolkit/install-workspace.ts";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT, TOOLS } from "../../scripts/toolkit/tools.ts";

export const testMutation = defineCommand({
  operands: ["[FILE ...]"],
  options: {},
  description: `Changes the fake's parsing, limiter and stores in thousands of small ways, and counts the changes that no test notices.
Takes about half an hour; too slow for each change. Fails below 85 % of changes noticed.

FILE: sources to change, as globs from the repository's root; default: those in checks/mutation/stryker.config.json`,
  async run({ operands }) {
    const files = operands.length === 0 ? [] : globSync([...operands], { cwd: ROOT, exclude: ["**/*.test.ts"] });
    if (operands.length > 0 && files.length === 0)
      throw new UsageError(`No source matches ${operands.join(" ")}: globs begin at the repository's root`);
    await installWorkspace(import.meta.dirname);
    const stryker = join(import.meta.dirname, "node_modules/@stryker-mutator/core/bin/stryker.js");
    const config = join("checks/mutation", "stryker.config.json");
    const chosen = files.length > 0 ? ["--mutate", files.join(",")] : [];
    const command = [...TOOLS.node, stryker, "run", config, ...chosen];
    const { code } = await runCommand(command, { cwd: ROOT, inherit: true, timeoutMs: 2 * 3_600_000 });
    return code;
  },
});
