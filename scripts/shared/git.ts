import type { runCommand } from "./run-command.ts";

/** Commands of git and `gh` in one checkout. */
export interface Git {
  /** Runs any command. @throws Error with what it printed, where it fails */
  command(...command: readonly string[]): Promise<string>;
  /** What a git command prints, without white space around it. @throws Error where it fails */
  text(...args: readonly string[]): Promise<string>;
}

/** Commands in `cwd`, run by `run`. */
export function createGit(run: typeof runCommand, cwd: string): Git {
  const command = async (...command: readonly string[]): Promise<string> => {
    const { code, output } = await run(command, { cwd });
    if (code !== 0) throw new Error(`${command.join(" ")}:\n${output}`);
    return output.trim();
  };
  return { command, text: (...args) => command("git", ...args) };
}
