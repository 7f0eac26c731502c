export { type CommandOptions, type CommandResult, endCommands, runCommand } from "@svc/codegen/cli";
