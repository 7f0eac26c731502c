import type { CommandEntry } from "../scripts/toolkit/command.ts";
import { runMain } from "../scripts/toolkit/run-main.ts";
import { bench } from "./command.ts";

const BENCH: CommandEntry = {
  name: "bench",
  script: "bench",
  summary: "measures against peers in the same run",
  load: async () => bench,
};

await runMain([BENCH], "pnpm", ["bench", ...process.argv.slice(2)]);
// A peer that has lost calls goes on with its retries for minutes, and has no way to end them.
process.exit();
