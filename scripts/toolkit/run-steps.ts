import { createStyle, type Terminal } from "@svc/codegen/terminal";
import type { Step, StepOutcome, StepResult } from "./step.ts";
import { finishedText } from "./summary.ts";

/** Options of {@link runSteps}. */
export interface RunOptions {
  /** Number of steps that run at the same time. @default 1 */
  readonly concurrency?: number;
  /** Starts nothing new after a failure. @default false */
  readonly stopOnFailure?: boolean;
  /** Called with each step that is over. */
  readonly onFinished?: (result: StepResult) => void;
}

/**
 * Runs steps in their order, some at a time, and returns one result for each that ran or was left out because of a
 * failure before it.
 *
 * @throws Error where a step needs one that is not in the list.
 */
export async function runSteps(steps: readonly Step[], options: RunOptions = {}): Promise<StepResult[]> {
  const { concurrency = 1, stopOnFailure = false, onFinished } = options;
  assertKnownNeeds(steps);
  const results = new Map<string, StepResult>();
  const waiting = [...steps];
  const running = new Set<Promise<void>>();

  const perform = async (step: Step): Promise<void> => {
    const start = performance.now();
    const outcome = leftOut(step, results) ?? (await attempt(step));
    const result = toResult(step.name, outcome, performance.now() - start);
    results.set(step.name, result);
    onFinished?.(result);
  };

  for (;;) {
    const stopped = stopOnFailure && [...results.values()].some((result) => !result.ok);
    const step = stopped || running.size >= concurrency ? undefined : takeReady(waiting, results);
    if (step !== undefined) {
      const run: Promise<void> = perform(step).finally(() => running.delete(run));
      running.add(run);
    } else if (running.size > 0) await Promise.race(running);
    else break;
  }
  return steps.map((step) => results.get(step.name)).filter((result) => result !== undefined);
}

function assertKnownNeeds(steps: readonly Step[]): void {
  const before = new Set<string>();
  for (const step of steps) {
    const unknown = step.needs?.find((name) => !before.has(name));
    if (unknown !== undefined) throw new Error(`Step "${step.name}" needs "${unknown}", which is not before it.`);
    before.add(step.name);
  }
}

function takeReady(waiting: Step[], results: ReadonlyMap<string, StepResult>): Step | undefined {
  const index = waiting.findIndex((step) => (step.needs ?? []).every((name) => results.has(name)));
  return index < 0 ? undefined : waiting.splice(index, 1)[0];
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
  const { ok, note = "", output = "", passed = ok && !outcome.left ? 1 : 0, failed = ok ? 0 : 1, left } = outcome;
  return { name, ok, note, output, passed, failed, ...(left !== undefined && { left }), durationMs };
}

/** Runs steps, with a line on the terminal for each that is over, and the output of one that failed. */
export function runOnTerminal(
  steps: readonly Step[],
  terminal: Terminal,
  options: Omit<RunOptions, "onFinished"> = {},
): Promise<StepResult[]> {
  const style = createStyle(terminal.colour);
  return runSteps(steps, { ...options, onFinished: (result) => terminal.write(finishedText(result, style)) });
}
