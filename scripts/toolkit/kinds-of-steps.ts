import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CommandOptions, type CommandResult, runCommand } from "./run-command.ts";
import type { Step, StepOutcome } from "./steps.ts";
import { ROOT, svc, TOOLS } from "./tools.ts";

/** Options of {@link commandStep}. */
export interface CommandStepOptions extends CommandOptions {
  /** Makes the note of a successful step from the output of the command. */
  readonly note?: (output: string) => string;
  readonly needs?: readonly string[];
}

/** A step that runs one command in the root of the checkout, and failed where the command exits non-zero. */
export function commandStep(name: string, command: readonly string[], options: CommandStepOptions = {}): Step {
  const { note = () => "", needs = [], ...rest } = options;
  return {
    name,
    needs,
    run: async () => {
      const result = await runCommand(command, { cwd: ROOT, ...rest });
      return outcomeOf(result, note(result.output));
    },
  };
}

/** Outcome of a command: its note where it succeeded, else what ended it. */
export function outcomeOf({ code, output, ended }: CommandResult, note: string): StepOutcome {
  return { ok: code === 0, note: code === 0 ? note : (ended ?? `exit code ${code}`), output };
}

/** The last line that a command printed. */
export function lastLine(output: string): string {
  return output.trimEnd().split("\n").at(-1) ?? "";
}

/** Generates everything from the document, and compares it with what is in the checkout. */
export function generatedStep(): Step {
  return commandStep("generate and compare", svc(ROOT, "generate", "--check"), {
    note: () => "committed files match the document",
  });
}

/** A step that runs one task in all packages that have it, and says how much of it the cache spared. */
export function turboStep(name: string, task: string, needs: readonly string[] = []): Step {
  const options = ["--output-logs=errors-only", "--ui=stream", "--continue", "--concurrency=100%"];
  return commandStep(name, [...TOOLS.turbo, "run", task, ...options], { needs, note: cacheNote });
}

/** Turbo's "Cached: 3 cached, 4 total" in words. */
export function cacheNote(output: string): string {
  const [, cached, total] = /Cached:\s+(\d+) cached, (\d+) total/.exec(output) ?? [];
  if (cached === undefined || total === undefined) return "";
  if (cached === total) return `nothing to do, ${total} of ${total} from the cache (FULL TURBO)`;
  return `${total} tasks, ${cached} from the cache`;
}

/** Builds the packages. @throws Error with what turbo said */
export async function buildPackages(): Promise<void> {
  const { ok, output } = await turboStep("build", "build").run();
  if (!ok) throw new Error(`The packages cannot be built:\n${output}`);
}

/** The part of vitest's JSON report that is read here. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/** Options of {@link vitestStep}. */
export interface VitestStepOptions {
  /** Command of Vitest, with the files or parts of their paths. @default `run`: all */
  readonly tests?: readonly string[];
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs tests, and counts each one. The tests run on `SVC_TEST_NODE` where that names a Node.js, else on this one. */
export function vitestStep(name: string, { tests = ["run"], env = {} }: VitestStepOptions = {}): Step {
  return {
    name,
    run: async () => {
      const directory = mkdtempSync(join(tmpdir(), "svc-vitest-"));
      const file = join(directory, "report.json");
      const [node = process.execPath, ...vitest] = TOOLS.vitest;
      const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
      const command = [process.env["SVC_TEST_NODE"] || node, ...vitest, ...tests, ...reports];
      try {
        const { code, output } = await runCommand(command, { cwd: ROOT, env });
        if (!existsSync(file)) return { ok: false, note: "vitest wrote no report", output };
        return countTests(JSON.parse(readFileSync(file, "utf8")), code, output);
      } finally {
        rmSync(directory, { recursive: true, force: true });
      }
    },
  };
}

/**
 * Counts the tests of a report. A file that could not be loaded counts as one failed test, and so does a run that fails with all
 * tests green (an error outside of any test) or that found no test at all.
 */
export function countTests(report: VitestReport, code: number, output: string): StepOutcome {
  const passed = report.numPassedTests;
  const broken = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const counted = report.numFailedTests + broken.length;
  const failed = counted === 0 && (code !== 0 || passed === 0) ? 1 : counted;
  const skipped = report.numPendingTests + report.numTodoTests;
  const notes = [
    passed + failed === 1 && passed === 0 && counted === 0 ? "no test ran" : `${passed} passed`,
    ...(counted > 0 ? [`${counted} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    `${report.testResults.length} files`,
    // The lines in which tests say what they miss, and how to install it.
    ...(skipped > 0 ? new Set(output.match(/^skipped: .+$/gim)) : []),
  ];
  return { ok: failed === 0, passed, failed, note: notes.join(", "), output };
}
