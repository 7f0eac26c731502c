import type { Report } from "./report.ts";
import { memoryOf } from "./soak/memory.ts";

/** A million calls against a fetch that answers from memory. */
export async function run(): Promise<Report> {
  return {
    name: "soak",
    title: "A million calls",
    method:
      "Calls in batches of 100 at a time against a fetch that answers from memory; every hundredth answer is a 503 and is retried. Heap after a full garbage collection.",
    ...memoryOf("soak/worker.ts", "calls"),
  };
}
