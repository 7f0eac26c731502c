import { join } from "node:path";
import { type CheckResult, runCheck } from "../toolkit/run-check.ts";
import { type CommandResult, runCommand } from "../toolkit/run-command.ts";
import type { Step, StepOutcome } from "../toolkit/step.ts";
import { lastLine, outcomeOf } from "../toolkit/steps/command-step.ts";
import { ROOT } from "../toolkit/tools.ts";

/** A check of files that are written by hand around the packages. */
export interface HandWritten {
  /** Also of the task of `checks/turbo.json` that runs it, whose result is kept. */
  readonly name: string;
  /** Path from the root of the checkout. */
  readonly script: string;
}

/** The examples, and the pages of which every block is run. */
export const HAND_WRITTEN: readonly HandWritten[] = [
  { name: "examples", script: "checks/examples/main.ts" },
  { name: "pages", script: "checks/readme/main.ts" },
];

/** What a bump has done to examples and pages. */
export interface Adapted {
  /** Lines of what was written anew, left out, or taken in again. */
  readonly done: string[];
  /** Places that a person has to adapt: file, line, and what is wrong there. */
  readonly left: string[];
}

/**
 * The step that runs such a check: needs the packages built.
 *
 * @param adapted has the files adapted first, and takes what was done; what is left fails nothing then
 */
export function handWrittenStep(one: HandWritten, adapted?: Adapted): Step {
  const { name } = one;
  return {
    name,
    needs: ["build"],
    run: async () => {
      if (adapted !== undefined) return adapt(one, adapted, ROOT);
      const result = await runCheck(name);
      return outcomeOf(result, noteOf(result));
    },
  };
}

async function adapt(
  { script }: HandWritten,
  { done, left }: Adapted,
  root: string,
  env?: { readonly [name: string]: string },
): Promise<StepOutcome> {
  const command = [process.execPath, join(root, script), "--adapt"];
  const result = await runCommand(command, { cwd: root, ...(env && { env }) });
  const found = readAdapted(result);
  if (found === undefined) return outcomeOf(result, "");
  done.push(...found.done);
  left.push(...found.left);
  return found.left.length > 0
    ? { ok: true, left: found.left.length, note: `${found.left.length} to adapt` }
    : { ok: true, note: `${lastLine(result.output)}${found.done.length > 0 ? `; ${found.done.length} adapted` : ""}` };
}

const PLACE = /^(?:[\w-]+\/)*[\w.-]+\.md:.*$/gm;

/** A check's report of its adapting. Undefined where it fails without saying of what, or was ended before it had said all. */
export function readAdapted({ code, output, ended }: CommandResult): Adapted | undefined {
  if (ended !== undefined) return undefined;
  const done = [...output.matchAll(/^adapted: (.*)$/gm)].map(([, line = ""]) => line);
  const left = code === 0 ? [] : (output.match(PLACE) ?? []);
  return code !== 0 && left.length === 0 ? undefined : { done, left: [...left] };
}

function noteOf({ output, isCached }: CheckResult): string {
  const note = /^skipped: .*$/m.exec(output)?.[0] ?? lastLine(output);
  return isCached ? `from the cache: ${note}` : note;
}

/**
 * The step of the documentation, which is made of pages.
 *
 * @param adapted what a bump has left to people: of what fails there nobody could tell whether it is because of them
 */
export function documentationStep(needs: readonly string[], adapted?: Adapted): Step {
  const name = "documentation";
  return {
    name,
    needs,
    run: async () => {
      const left = adapted?.left.length ?? 0;
      if (left > 0) return { ok: true, left, note: `not built: waits for the ${left} to adapt` };
      const result = await runCheck(name);
      return outcomeOf(result, noteOf(result));
    },
  };
}

/**
 * Lines for people: what was adapted, and in the end what is left to them.
 *
 * @param areTried false where a check of examples and pages could not run
 */
export function tellAdapted(
  { done, left }: Adapted,
  areTried: boolean,
  style: { accent(text: string): string; good(text: string): string },
): string {
  const list = (lines: readonly string[]) => [...lines].sort().map((line) => `  ${line}`);
  return [
    ...(done.length > 0 ? [`${style.good("✓")} ${done.length} adapted in examples and pages:`] : []),
    ...list(done),
    ...(left.length > 0
      ? [`${style.accent("!")} ${left.length} to adapt by hand; pnpm test fails until it is done:`]
      : []),
    ...list(left),
    ...(areTried ? [] : [`${style.accent("!")} Not all examples and pages were tried: see what failed above.`]),
    ...(areTried && done.length + left.length === 0
      ? [`${style.good("✓")} All examples and pages agree with the new document.`]
      : []),
  ].join("\n");
}
