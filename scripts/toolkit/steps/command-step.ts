import { type CommandOptions, type CommandResult, runCommand } from "../run-command.ts";
import type { Step, StepOutcome } from "../step.ts";
import { ROOT, svc } from "../tools.ts";

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
    note: () => "what is committed is what the document gives",
  });
}
