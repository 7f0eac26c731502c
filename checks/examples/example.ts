import { existsSync, readdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { type CommandResult, runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT, TOOLS } from "../../scripts/toolkit/tools.ts";

/** Folder that the examples are copied from: downstream projects, each with a `package.json` and a script `test`. */
export const FOLDER: string = join(ROOT, "examples");

/** Names of all of them. The tour is none: it is part of the workspace, and runs with `pnpm start`. */
export function listExamples(): string[] {
  const names = readdirSync(FOLDER).filter((name) => name !== "tour" && existsSync(join(FOLDER, name, "package.json")));
  return names.sort();
}

/**
 * Type-checks an installed example, if it has types, and runs its script `test`. Most take a second or two.
 *
 * @param chromium file of the browser, for examples that open a page
 */
export async function runExample(cwd: string, chromium: string | undefined): Promise<CommandResult> {
  // The same Node.js for all, whichever the machine has.
  const path = [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
  const env = { PATH: path, NODE_OPTIONS: undefined, SVC_CHROMIUM: chromium };
  const run = (command: readonly string[]) => runCommand(command, { cwd, env, timeoutMs: 120_000 });
  if (existsSync(join(cwd, "tsconfig.json"))) {
    const types = await run([...TOOLS.tsc, "-p", cwd, "--noEmit"]);
    if (types.code !== 0) return types;
  }
  return run([...TOOLS.node, "--run", "test"]);
}
