import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../run-command.ts";
import type { Step, StepOutcome } from "../step.ts";
import { ROOT, TOOLS } from "../tools.ts";

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
  /** Parts of the paths of the files to run. @default all */
  readonly files?: readonly string[];
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs tests, and counts each one. The tests run on `SVC_TEST_NODE` where that names a Node.js, else on this one. */
export function vitestStep(name: string, options: VitestStepOptions = {}): Step {
  return {
    name,
    run: async () => {
      const directory = await mkdtemp(join(tmpdir(), "svc-vitest-"));
      try {
        return await runVitest(join(directory, "report.json"), options);
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    },
  };
}

async function runVitest(reportFile: string, { files = [], env = {} }: VitestStepOptions): Promise<StepOutcome> {
  const [node = process.execPath, ...rest] = TOOLS.vitest;
  const command = [
    process.env["SVC_TEST_NODE"] || node,
    ...rest,
    "run",
    ...files,
    "--reporter=default",
    "--reporter=json",
  ];
  const { code, output } = await runCommand([...command, `--outputFile.json=${reportFile}`], {
    cwd: ROOT,
    env,
  });
  const text = await readFile(reportFile, "utf8").catch(() => undefined);
  if (text === undefined) return { ok: false, note: "vitest wrote no report", output };
  return countTests(JSON.parse(text) as VitestReport, code, output);
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
    ...(skipped > 0 ? reasonsToSkip(output) : []),
  ];
  return { ok: failed === 0, passed, failed, note: notes.join(", "), output };
}

/** The lines in which tests say what they miss, and how to install it. */
function reasonsToSkip(output: string): string[] {
  return [...new Set(output.match(/^skipped: .+$/gim))];
}
