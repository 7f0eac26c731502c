import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { commandStep, lastLine, outcomeOf } from "../toolkit/kinds-of-steps.ts";
import { type CommandResult, runCommand } from "../toolkit/run-command.ts";
import type { Step } from "../toolkit/steps.ts";
import { ROOT, TOOLS } from "../toolkit/tools.ts";

/** Programs that a check runs or leaves out, whichever is here: a result is for a machine that has the same. */
const PROGRAMS = ["chromium", "google-chrome", "python3", "redis-server"];

const OPTIONS = [
  ...["--filter=@svc/checks", "--only", "--env-mode=loose"],
  ...["--output-logs=full", "--log-prefix=none", "--ui=stream"],
];

/**
 * The step of a check of files that are written by hand against the packages: a task of `checks/turbo.json`. If nothing has changed of its
 * inputs, the output of the last good run comes back at once.
 */
export function handWrittenStep(task: string, needs = ["build"]): Step {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const programs = PROGRAMS.filter((name) => folders.some((folder) => existsSync(join(folder, name))));
  const machine = [process.version, process.platform, process.arch, process.env["SVC_CHROMIUM"] ?? "", ...programs];
  const env = { SVC_MACHINE: machine.join(" ") };
  return commandStep(task, [...TOOLS.turbo, "run", task, ...OPTIONS], { needs, env, note: noteOf });
}

/** The lines that the task printed last, or what it left out: the lines of turbo and of the package manager are around it. */
export function noteOf(output: string): string {
  const [, printed = ""] = /^cache .*\n((?:.*\n)*?)\s+Tasks:/m.exec(output) ?? [];
  const note = /^skipped: .*$/m.exec(printed)?.[0] ?? lastLine(printed);
  return /^Cached:\s+1 cached, 1 total/m.test(output) ? `from the cache: ${note}` : note;
}

/** Places that a check of code has printed. Undefined if it failed without saying where, or was ended before it had said all. */
export function placesToEdit({ code, output, ended }: CommandResult): readonly string[] | undefined {
  const places = output.match(PLACE) ?? [];
  return ended !== undefined || (code !== 0 && places.length === 0) ? undefined : places;
}

const PLACE = /^(?:(?:[\w.-]+\/)*[\w.-]+\.\w+):\d+: .*$/gm;

/**
 * The step of a bump that looks for code of pages and examples which no longer compiles. It fails nothing: such places are for
 * people to edit.
 *
 * @param toEdit takes the places
 */
export function codeStep(toEdit: string[]): Step {
  return {
    name: "code of pages and examples",
    needs: ["build"],
    run: async () => {
      const command = [process.execPath, join(ROOT, "checks/main.ts"), "pages", "--types"];
      const result = await runCommand(command, { cwd: ROOT });
      const places = placesToEdit(result);
      if (places === undefined) return { ...outcomeOf(result, ""), ok: false };
      toEdit.push(...places);
      return places.length === 0
        ? { ok: true, note: "all of it compiles" }
        : { ok: true, left: places.length, note: `${places.length} to edit` };
    },
  };
}
