import { type CommandOptions, runCommand } from "../run-command.ts";
import type { Step } from "../step.ts";
import { ROOT } from "../tools.ts";

/** A step that runs one command in the root of the checkout, and failed where the command exits non-zero. */
export function commandStep(
  name: string,
  command: readonly string[],
  options: CommandOptions & { note?: string } = {},
): Step {
  return {
    name,
    run: async () => {
      const { code, output } = await runCommand(command, { cwd: ROOT, ...options });
      return { ok: code === 0, note: code === 0 ? (options.note ?? "") : `exit code ${code}`, output };
    },
  };
}
