import { forgetGit, runCommandLine } from "@svc/codegen/cli";
import type { CommandEntry } from "./command.ts";

/** Runs the command that the arguments of this process name. */
export async function runMain(
  commands: readonly CommandEntry[],
  program: string,
  argv: readonly string[] = process.argv.slice(2),
): Promise<void> {
  forgetGit(process.env);
  process.exitCode = await runCommandLine({
    argv,
    commands,
    program,
    write: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
  });
}
