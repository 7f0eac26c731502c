import type { StepResult } from "./step.ts";
import { formatDuration } from "./step-line.ts";
import type { Style } from "./style.ts";

/** Sums of a run. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
}

/** Adds up what the steps counted. */
export function countTotals(results: readonly StepResult[]): Totals {
  return {
    passed: results.reduce((sum, result) => sum + result.passed, 0),
    failed: results.reduce((sum, result) => sum + result.failed, 0),
  };
}

/** The line that ends a test run, always plain: other programs read it. */
export function totalsLine({ passed, failed }: Totals): string {
  return `${passed} passed, ${failed} failed\n`;
}

/** A table with a row for each step, without its output. */
export function summaryTable(results: readonly StepResult[], style: Style): string {
  const width = Math.max(5, ...results.map((result) => result.name.length));
  const row = (name: string, passed: string, failed: string, time: string): string =>
    `${name.padEnd(width)}  ${passed.padStart(6)}  ${failed.padStart(6)}  ${time.padStart(10)}\n`;
  const head = row("check", "passed", "failed", "time");
  const rows = results.map((result) => {
    const text = row(result.name, String(result.passed), String(result.failed), formatDuration(result.durationMs));
    return result.ok ? text : style.bad(text);
  });
  return `\n${style.dim(head)}${rows.join("")}\n`;
}
