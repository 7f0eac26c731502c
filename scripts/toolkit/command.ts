/** Commands of `pnpm svc` are made as those of `svc-codegen` are. */
export {
  type CommandEntry,
  defineCommand,
  forgetGit,
  runCommandLine,
  UsageError,
} from "@svc/codegen/cli";
