/** Commands of `pnpm svc` are made as those of `svc-codegen` are. */
export { type Command, type CommandEntry, defineCommand, type Input, type Options, UsageError } from "@svc/codegen/cli";
