export { UsageError } from "../usage-error.ts";
export { type Command, type CommandEntry, defineCommand, type Input, type Options } from "./command.ts";
export { forgetGit } from "./forget-git.ts";
export { type CommandOptions, type CommandResult, endCommands, runCommand } from "./run-command.ts";
export { type CommandLine, runCommandLine } from "./run-command-line.ts";
