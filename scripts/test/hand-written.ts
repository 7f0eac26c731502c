import { join } from "node:path";
import { lastLine, outcomeOf } from "../toolkit/kinds-of-steps.ts";
import { type CheckResult, runCheck } from "../toolkit/run-check.ts";
import { type CommandResult, runCommand } from "../toolkit/run-command.ts";
import type { Step } from "../toolkit/steps.ts";
import { ROOT } from "../toolkit/tools.ts";

/** The step of a check of files that are written by hand against the packages: a task of `checks/turbo.json`, whose result is kept. */
export function handWrittenStep(name: string, needs = ["build"]): Step {
  return {
    name,
    needs,
    run: async () => {
      const result = await runCheck(name);
      return outcomeOf(result, noteOf(result));
    },
  };
}

function noteOf({ output, isCached }: CheckResult): string {
  const note = /^skipped: .*$/m.exec(output)?.[0] ?? lastLine(output);
  return isCached ? `from the cache: ${note}` : note;
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
      const result = await runCommand([process.execPath, join(ROOT, "checks/readme/main.ts"), "--types"], {
        cwd: ROOT,
      });
      const places = placesToEdit(result);
      if (places === undefined) return { ...outcomeOf(result, ""), ok: false };
      toEdit.push(...places);
      return places.length === 0
        ? { ok: true, note: "all of it compiles" }
        : { ok: true, left: places.length, note: `${places.length} to edit` };
    },
  };
}
