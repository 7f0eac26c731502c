export { UsageError } from "../usage-error.ts";
export { type CommandEntry, defineCommand } from "./command.ts";
export { forgetGit } from "./forget-git.ts";
export { type CommandOptions, type CommandResult, endCommands, must, runCommand } from "./run-command.ts";
export { runCommandLine } from "./run-command-line.ts";
