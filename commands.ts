import { BENCHMARKS } from "./bench/commands.ts";
import { CHECKS } from "./checks/commands.ts";
import { SCRIPTS } from "./scripts/commands.ts";
import type { CommandEntry } from "./scripts/toolkit/command.ts";

/** Every command of `pnpm svc`, in the order of its help. */
export const COMMANDS: readonly CommandEntry[] = [...SCRIPTS, ...CHECKS, ...BENCHMARKS];
