/** Commands of `pnpm svc` are made as those of `svc-codegen` are. */
export {
  type Command,
  type CommandEntry,
  defineCommand,
  forgetGit,
  type Input,
  type Options,
  runCommandLine,
  UsageError,
} from "@svc/codegen/cli";
