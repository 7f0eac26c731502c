import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CheckResult, runCheck } from "../toolkit/run-check.ts";
import { type CommandResult, runCommand } from "../toolkit/run-command.ts";
import type { Step } from "../toolkit/step.ts";
import { lastLine } from "../toolkit/steps/command-step.ts";
import { ROOT } from "../toolkit/tools.ts";
import {
  findOutdated,
  inOrder,
  type Judged,
  judgeOutdated,
  OUTDATED,
  type Outdated,
  readOutdated,
  skippedLine,
} from "./outdated.ts";

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

/** The examples, the pages of which every block is run, and the playground with its scenarios, which mostly waits. */
export const HAND_WRITTEN: readonly HandWritten[] = [
  { name: "playground", script: "docs/playground/check.ts", task: "playground", scope: /^docs\/playground$/ },
  { name: "examples", script: "checks/examples/main.ts", task: "examples", scope: /^examples\// },
  { name: "README", script: "checks/readme/main.ts", scope: /README\.md$/ },
  { name: "guides", script: "checks/guides/main.ts", task: "guides", scope: /^docs\/(?:guides|api)\// },
];

/** The list of outdated files, as a run finds it anew. */
export interface FoundOutdated {
  [subject: string]: string;
}

/**
 * The step that runs such a check: needs the packages built.
 *
 * @param found takes what does not hold, which then fails nothing; without it, the list in the checkout says what may fail
 */
export function handWrittenStep({ name, script, task, scope }: HandWritten, found?: FoundOutdated): Step {
  return {
    name,
    needs: ["build"],
    run: async () => {
      const result = task === undefined ? await run(script) : await runCheck(task);
      const listed = readOutdated(ROOT);
      const judged =
        found === undefined ? judgeOutdated(result, listed, scope) : collect(result, { found, listed, scope });
      return { ...judged, note: fromCache(judged.note, result.isCached), output: result.output };
    },
  };
}

async function run(script: string): Promise<CheckResult> {
  return { ...(await runCommand([process.execPath, `${ROOT}${script}`], { cwd: ROOT })), isCached: false };
}

interface Collection {
  readonly found: FoundOutdated;
  readonly listed: Outdated;
  readonly scope: RegExp;
}

function collect(result: CommandResult, { found, listed, scope }: Collection): Judged {
  const outdated = findOutdated(result, listed, scope);
  if (outdated === undefined) return { ok: false, note: `exit code ${result.code}, and it does not say of what` };
  Object.assign(found, outdated);
  if (result.code === 0) return { ok: true, note: skippedLine(result) ?? lastLine(result.output) };
  return { ok: true, note: `to adapt to the new document: ${Object.keys(outdated).join(", ")}` };
}

function fromCache(note = "", isCached = false): string {
  return isCached ? `from the cache: ${note}` : note;
}

/**
 * The step of the documentation, which is made of pages and the playground: it waits where some of those are outdated.
 *
 * @param found what a run found outdated; without it, the list in the checkout counts
 */
export function documentationStep(needs: readonly string[], found?: FoundOutdated): Step {
  const name = "documentation";
  return {
    name,
    needs,
    run: async () => {
      // It cannot be told apart what fails because of them: so it is not built.
      if (Object.keys(found ?? readOutdated(ROOT)).length > 0)
        return { ok: true, note: `waits for what is listed in ${OUTDATED}` };
      const { code, output, isCached } = await runCheck(name);
      return { ok: code === 0, note: code === 0 ? fromCache(lastLine(output), isCached) : `exit code ${code}`, output };
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
  const found: FoundOutdated = {};
  const listed = readOutdated(stage);
  const tries = HAND_WRITTEN.map(async ({ name, script, scope }) => {
    const result = await runCommand([process.execPath, script], { cwd: stage, env });
    if (!collect(result, { found, listed, scope }).ok) throw new Error(`The check "${name}" failed:\n${result.output}`);
  });
  await Promise.all(tries);
  return inOrder(found);
}

/** Writes the list of outdated files of a checkout or a stage. An empty one is written where there was one. */
export function writeOutdated(root: string, outdated: Outdated): void {
  const file = join(root, OUTDATED);
  if (Object.keys(outdated).length === 0 && !existsSync(file)) return;
  writeFileSync(file, `${JSON.stringify(inOrder(outdated), null, 2)}\n`);
}
