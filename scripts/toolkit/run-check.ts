import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type CommandResult, runCommand } from "./run-command.ts";
import { ROOT, TOOLS } from "./tools.ts";

/** A check that was run, or not run because nothing has changed that it reads. */
export interface CheckResult extends CommandResult {
  readonly isCached: boolean;
}

/** Programs that a check runs or leaves out, whichever is here: a result is for a machine that has the same. */
const PROGRAMS = ["chromium", "google-chrome", "python3", "redis-server"];

/**
 * Runs a task of `checks/package.json` through turbo: where nothing has changed of the inputs in `checks/turbo.json`, the
 * output of the last good run comes back at once.
 */
export async function runCheck(task: string): Promise<CheckResult> {
  const options = ["--filter=@svc/checks", "--only", "--env-mode=loose", "--output-logs=full", "--ui=stream"];
  const command = [...TOOLS.turbo, "run", task, ...options];
  const { code, output } = await runCommand(command, { cwd: ROOT, env: { SVC_MACHINE: machine() } });
  const log = join(ROOT, "checks/.turbo", `turbo-${task}.log`);
  // Without the lines of the package manager, which begin with the command.
  const printed = existsSync(log) ? readFileSync(log, "utf8").replace(/^(?:[$>] .*)?\n/gm, "") : output;
  return { code, output: printed, isCached: /^Cached:\s+1 cached, 1 total/m.test(output) };
}

function machine(): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const programs = PROGRAMS.filter((name) => folders.some((folder) => existsSync(join(folder, name))));
  return [process.version, process.platform, process.arch, process.env["SVC_CHROMIUM"] ?? "", ...programs].join(" ");
}
