import type { CommandEntry } from "../scripts/toolkit/command.ts";

/** Benchmarks. */
export const BENCHMARKS: readonly CommandEntry[] = [
  {
    name: "bench",
    script: "bench",
    summary: "measures against peers in the same run",
    load: async () => (await import("./command.ts")).bench,
  },
  {
    name: "bench paced-run",
    summary: "records the same run with this client and with a peer, and draws it for README and home page",
    load: async () => (await import("./paced-run/command.ts")).pacedRun,
  },
];
