import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CheckResult, runCheck } from "../toolkit/run-check.ts";
import { runCommand } from "../toolkit/run-command.ts";
import type { Step } from "../toolkit/step.ts";
import { lastLine } from "../toolkit/steps/command-step.ts";
import { ROOT } from "../toolkit/tools.ts";
import { failedSubjects, judgeOutdated, OUTDATED, type Outdated, readOutdated } from "./outdated.ts";

/** A check of files that are written by hand around the packages. */
export interface HandWritten {
  readonly name: string;
  /** Path from the root of the checkout. */
  readonly script: string;
  /** The task of `checks/turbo.json` that runs it, if its result is kept. */
  readonly task?: string;
  /** Matches the entries of the list of outdated files that this check covers. */
  readonly scope: RegExp;
}

/** The examples, the pages of which every block is run, and the playground with its scenarios. */
export const HAND_WRITTEN: readonly HandWritten[] = [
  { name: "examples", script: "checks/examples/main.ts", task: "examples", scope: /^examples\// },
  { name: "README", script: "checks/readme/main.ts", scope: /README\.md$/ },
  { name: "guides", script: "checks/guides/main.ts", task: "guides", scope: /^docs\/(?:guides|api)\// },
  { name: "playground", script: "docs/playground/check.ts", task: "playground", scope: /^docs\/playground$/ },
];

/** The step that runs such a check: needs the packages built. */
export function handWrittenStep({ name, script, task, scope }: HandWritten): Step {
  return {
    name,
    needs: ["build"],
    run: async () => {
      const result = task === undefined ? await run(script) : await runCheck(task);
      const judged = judgeOutdated(result, readOutdated(ROOT), scope);
      return { ...judged, note: fromCache(judged.note, result.isCached), output: result.output };
    },
  };
}

async function run(script: string): Promise<CheckResult> {
  return { ...(await runCommand([process.execPath, `${ROOT}${script}`], { cwd: ROOT })), isCached: false };
}

function fromCache(note = "", isCached = false): string {
  return isCached ? `from the cache: ${note}` : note;
}

/** The step of the documentation, which is made of pages and the playground: if some of those are outdated, so is it. */
export function documentationStep(needs: readonly string[]): Step {
  const name = "documentation";
  return {
    name,
    needs,
    run: async () => {
      const { code, output, isCached } = await runCheck(name);
      const isOutdated = code !== 0 && Object.keys(readOutdated(ROOT)).length > 0;
      const note = isOutdated
        ? `waits for the pages in ${OUTDATED}`
        : code === 0
          ? fromCache(lastLine(output), isCached)
          : `exit code ${code}`;
      return { ok: code === 0 || isOutdated, note, output };
    },
  };
}

/**
 * Builds the packages of a stage, and checks the examples and pages with them.
 *
 * @throws Error where they cannot be built, or a check fails without saying of what
 */
export async function tryHandWritten(stage: string, env: { readonly [name: string]: string }): Promise<Outdated> {
  const turbo = [join(stage, "node_modules/.bin/turbo"), "run", "build", "--output-logs=errors-only", "--ui=stream"];
  const built = await runCommand(turbo, { cwd: stage, env });
  if (built.code !== 0) throw new Error(`The packages cannot be built:\n${built.output}`);
  const found = await Promise.all(
    HAND_WRITTEN.map(async ({ name, script }): Promise<Outdated> => {
      const { code, output } = await runCommand([process.execPath, script], { cwd: stage, env });
      const failed = failedSubjects(output);
      if (code !== 0 && Object.keys(failed).length === 0) throw new Error(`The check "${name}" failed:\n${output}`);
      return code === 0 ? {} : failed;
    }),
  );
  return Object.assign({}, ...found) as Outdated;
}

/** Writes the list of outdated files in a stage. */
export function writeOutdated(stage: string, outdated: Outdated): void {
  writeFileSync(join(stage, OUTDATED), `${JSON.stringify(outdated, null, 2)}\n`);
}
