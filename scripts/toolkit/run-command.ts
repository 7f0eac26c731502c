export { type CommandOptions, type CommandResult, endCommands, must, runCommand } from "@svc/codegen/cli";
