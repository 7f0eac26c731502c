import { createStyle, type Terminal } from "@svc/codegen/terminal";
import type { Style } from "@svc/diff";

/** One line of `pnpm start` or `pnpm test`. */
export interface Step {
  /** Shown to people, and how `needs` refers to it. */
  readonly name: string;
  /** Names of steps before this one: if one of them fails, this one is not run and counts as failed. */
  readonly needs?: readonly string[];
  run(): Promise<StepOutcome>;
}

/** Result of a step's work. A step that throws has failed, with the error as its output. */
export interface StepOutcome {
  readonly ok: boolean;
  /** A few words for the step's line: "4 packages, all from the cache". */
  readonly note?: string;
  /** Printed if the step failed. */
  readonly output?: string;
  /** Number of checks inside the step. @default one, passed or failed as the step */
  readonly passed?: number;
  readonly failed?: number;
  /** Places that a bump leaves to people: neither passed nor failed. @default 0 */
  readonly left?: number;
}

/** A step that is over. */
export interface StepResult extends Required<StepOutcome> {
  readonly name: string;
  /** Milliseconds. */
  readonly durationMs: number;
}

/**
 * Runs steps in their order, `concurrency` at a time, with a line on the terminal for each that is over, and the output of one
 * that failed.
 */
export async function runSteps(
  steps: readonly Step[],
  { terminal, concurrency }: { readonly terminal: Terminal; readonly concurrency: number },
): Promise<StepResult[]> {
  const style = createStyle(terminal.colour);
  const results = new Map<string, StepResult>();
  const waiting = [...steps];
  const running = new Set<Promise<void>>();
  const perform = async (step: Step): Promise<void> => {
    const start = performance.now();
    const result = toResult(step.name, leftOut(step, results) ?? (await attempt(step)), performance.now() - start);
    results.set(step.name, result);
    terminal.write(finishedText(result, style));
  };
  for (;;) {
    const isReady = ({ needs = [] }: Step) => needs.every((name) => results.has(name));
    const index = running.size < concurrency ? waiting.findIndex(isReady) : -1;
    const [step] = index < 0 ? [] : waiting.splice(index, 1);
    if (step !== undefined) {
      const run: Promise<void> = perform(step).finally(() => running.delete(run));
      running.add(run);
    } else if (running.size > 0) await Promise.race(running);
    else break;
  }
  if (waiting[0] !== undefined) throw new Error(`Step "${waiting[0].name}" needs a step that is not in the list.`);
  return steps.flatMap(({ name }) => results.get(name) ?? []);
}

function leftOut(step: Step, results: ReadonlyMap<string, StepResult>): StepOutcome | undefined {
  const blocker = step.needs?.find((name) => results.get(name)?.ok === false);
  return blocker === undefined ? undefined : { ok: false, note: `not run, because "${blocker}" failed` };
}

async function attempt(step: Step): Promise<StepOutcome> {
  try {
    return await step.run();
  } catch (error) {
    return { ok: false, output: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function toResult(name: string, outcome: StepOutcome, durationMs: number): StepResult {
  const { ok, note = "", output = "", left = 0, passed = ok && left === 0 ? 1 : 0, failed = ok ? 0 : 1 } = outcome;
  return { name, ok, note, output, passed, failed, left, durationMs };
}

/**
 * A table with a row for each step, without its output, and "N passed, N failed", always plain: other programs read it. Returns the
 * exit code.
 */
export function summarize(results: readonly StepResult[], terminal: Terminal): number {
  const style = createStyle(terminal.colour);
  const width = Math.max(5, ...results.map(({ name }) => name.length));
  const row = (name: string, passed: number | string, failed: number | string, time: string): string =>
    `${name.padEnd(width)}  ${String(passed).padStart(6)}  ${String(failed).padStart(6)}  ${time.padStart(10)}\n`;
  terminal.write(`\n${style.dim(row("check", "passed", "failed", "time"))}`);
  const totals = { passed: 0, failed: 0 };
  for (const { name, ok, passed, failed, durationMs } of results) {
    totals.passed += passed;
    totals.failed += failed;
    const text = row(name, passed, failed, formatDuration(durationMs));
    terminal.write(ok ? text : style.bad(text));
  }
  terminal.write(`\n${totalsLine(totals)}`);
  return totals.failed === 0 ? 0 : 1;
}

/** The line that ends a run. */
export function totalsLine({ passed, failed }: { readonly passed: number; readonly failed: number }): string {
  return `${passed} passed, ${failed} failed\n`;
}

/** "1.2 s", "340 ms", "2 min 05 s". */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

const NAME_WIDTH = 26;

/** The line of a step that is over, and below it the output of one that failed. */
function finishedText(result: StepResult, style: Style): string {
  const done = result.left > 0 ? style.accent("!") : style.good("✓");
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
  if (output.trim() === "") return "";
  const lines = output.trimEnd().split("\n");
  const cut = lines.length > SHOWN_LINES ? [`… ${lines.length - SHOWN_LINES} lines before`] : [];
  return [...cut, ...lines.slice(-SHOWN_LINES)].map((line) => `${style.bad("│")} ${line}\n`).join("");
}
