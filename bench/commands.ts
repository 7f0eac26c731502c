import type { CommandEntry } from "../scripts/toolkit/command.ts";

/** Benchmarks. */
export const BENCHMARKS: readonly CommandEntry[] = [
  {
    name: "bench",
    script: "bench",
    summary: "measures against peers in the same run",
    load: async () => (await import("./command.ts")).bench,
  },
];
