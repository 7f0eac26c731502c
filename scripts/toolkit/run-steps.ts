import type { Terminal } from "@svc/codegen/terminal";
import { createScreen } from "./create-screen.ts";
import type { Screen, Step, StepOutcome, StepResult } from "./step.ts";

/** Options of {@link runSteps}. */
export interface RunOptions {
  readonly screen: Screen;
  /** Number of steps that run at the same time. @default 1 */
  readonly concurrency?: number;
  /** Starts nothing new after a failure. @default false */
  readonly stopOnFailure?: boolean;
  /** Milliseconds of a clock that only goes forward. @default performance.now */
  readonly now?: () => number;
}

/**
 * Runs steps in their order, some at a time, and returns one result for each that ran or was left out because of a
 * failure before it.
 *
 * @throws Error where a step needs one that is not in the list.
 */
export async function runSteps(steps: readonly Step[], options: RunOptions): Promise<StepResult[]> {
  const { screen, concurrency = 1, stopOnFailure = false, now = () => performance.now() } = options;
  assertKnownNeeds(steps);
  const results = new Map<string, StepResult>();
  const waiting = [...steps];
  const running = new Set<Promise<void>>();

  const perform = async (step: Step): Promise<void> => {
    const start = now();
    const outcome = leftOut(step, results) ?? (await attempt(step, screen));
    const result = toResult(step.name, outcome, now() - start);
    results.set(step.name, result);
    screen.finished(result);
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

async function attempt(step: Step, screen: Screen): Promise<StepOutcome> {
  screen.started(step.name);
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

/** Runs steps with their progress on the terminal. Ctrl-C and SIGTERM give the cursor back. */
export async function runOnTerminal(
  steps: readonly Step[],
  terminal: Terminal,
  options: Omit<RunOptions, "screen"> = {},
): Promise<StepResult[]> {
  const screen = createScreen(terminal);
  const stop = (signal: NodeJS.Signals): void => {
    screen.close();
    process.exit(signal === "SIGINT" ? 130 : 143);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    return await runSteps(steps, { ...options, screen });
  } finally {
    process.removeListener("SIGINT", stop).removeListener("SIGTERM", stop);
    screen.close();
  }
}
