import { existsSync } from "node:fs";
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
  const command = [...TOOLS.turbo, "run", task, ...OPTIONS];
  return readTurbo(await runCommand(command, { cwd: ROOT, env: { SVC_MACHINE: machine() } }));
}

const OPTIONS = [
  ...["--filter=@svc/checks", "--only", "--env-mode=loose"],
  ...["--output-logs=full", "--log-prefix=none", "--ui=stream"],
];

/**
 * Output of the task, without the lines of turbo and of the package manager around it. Where it failed, all that there is: what ended
 * it may have been either of them.
 */
export function readTurbo(result: CommandResult): CheckResult {
  const { code, output } = result;
  const [, printed] = /^cache .*\n((?:.*\n)*?)\s+Tasks:/m.exec(output) ?? [];
  return {
    ...result,
    output: code === 0 && printed !== undefined ? printed.replace(/^(?:[$>] .*)?\n/gm, "") : output,
    isCached: /^Cached:\s+1 cached, 1 total/m.test(output),
  };
}

function machine(): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const programs = PROGRAMS.filter((name) => folders.some((folder) => existsSync(join(folder, name))));
  return [process.version, process.platform, process.arch, process.env["SVC_CHROMIUM"] ?? "", ...programs].join(" ");
}
