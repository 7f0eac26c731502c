import { createScreen } from "./create-screen.ts";
import { endCommands } from "./run-command.ts";
import { type RunOptions, runSteps } from "./run-steps.ts";
import type { Step, StepResult } from "./step.ts";
import type { Terminal } from "./terminal.ts";

/** Runs steps with their progress on the terminal. Ctrl-C and SIGTERM end what runs, and give the cursor back. */
export async function runOnTerminal(
  steps: readonly Step[],
  terminal: Terminal,
  options: Omit<RunOptions, "screen"> = {},
): Promise<StepResult[]> {
  const screen = createScreen(terminal);
  const stop = (signal: NodeJS.Signals): void => {
    endCommands();
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
