/** Commands of `pnpm svc` are made as those of `svc-codegen` are. */
export {
  type CommandEntry,
  defineCommand,
  UsageError,
} from "@svc/codegen/cli";
