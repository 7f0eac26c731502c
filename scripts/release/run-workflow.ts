import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { runCommand } from "../toolkit/run-command.ts";

/** The part of a workflow that is run. */
interface Workflow {
  readonly jobs: { readonly [job: string]: { readonly steps: readonly Step[] } };
}

interface Step {
  readonly run?: string;
  readonly env?: { readonly [name: string]: string };
}

/** Options of {@link runJob}. */
export interface JobOptions {
  /** A clone of the repository. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Values of expressions: `github.token`. */
  readonly values: { readonly [expression: string]: string };
}

/**
 * Runs what a job of a workflow runs, as a runner does: one shell for each step, which ends with the first command that fails.
 * Actions are left out: the clone is there, and so is Node.js.
 *
 * @returns the output of all steps
 * @throws Error with the output of the step that fails
 */
export async function runJob(file: string, job: string, { cwd, env, values }: JobOptions): Promise<string> {
  const { jobs } = parse(readFileSync(join(cwd, ".github/workflows", file), "utf8")) as Workflow;
  let all = "";
  for (const { run, env: own = {} } of jobs[job]?.steps ?? []) {
    if (run === undefined) continue;
    const given = Object.entries(own).map(([name, text]) => [name, evaluate(text, values)]);
    const { code, output } = await runCommand(["bash", "-e", "-c", run], {
      cwd,
      env: { ...env, ...Object.fromEntries(given) },
    });
    all += output;
    if (code !== 0) throw new Error(`${file}: ${job}: ${run} (exit code ${code}):\n${output}`);
  }
  return all;
}

/** Text with its expressions replaced. @throws Error for an expression that has no value */
function evaluate(text: string, values: JobOptions["values"]): string {
  return text.replaceAll(/\$\{\{ *(.+?) *\}\}/g, (_, expression: string) => {
    const value = values[expression];
    if (value === undefined) throw new Error(`\${{ ${expression} }}: has no value here`);
    return value;
  });
}
