import type { Style } from "@svc/diff";
import type { StepResult } from "./step.ts";

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

const NAME_WIDTH = 26;

/** "1.2 s", "340 ms", "2 min 05 s". */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

/** The line of a step that is over, and below it the output of one that failed. */
export function finishedText(result: StepResult, style: Style): string {
  const done = result.left ? style.accent("!") : style.good("✓");
  const mark = result.ok ? done : style.bad("✗");
  const name = result.name.padEnd(NAME_WIDTH);
  const time = style.dim(formatDuration(result.durationMs).padStart(9));
  const note = result.ok ? style.dim(result.note) : style.bad(result.note || "failed");
  const line = `${mark} ${result.ok ? name : style.bad(name)} ${time}  ${note}`.trimEnd();
  return `${line}\n${result.ok ? "" : failureOutput(result.output, style)}`;
}

/** Lines of a failed step's output that are shown, from its end. */
const SHOWN_LINES = 400;

function failureOutput(output: string, style: Style): string {
  const lines = output.trimEnd().split("\n");
  if (lines.length === 1 && lines[0] === "") return "";
  const cut = lines.length > SHOWN_LINES ? [`… ${lines.length - SHOWN_LINES} lines before`] : [];
  const shown = [...cut, ...lines.slice(-SHOWN_LINES)];
  return shown.map((line) => `${style.bad("│")} ${line}\n`).join("");
}
