import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Report } from "./report.ts";

/** A million calls against a fetch that answers from memory, in a process of its own: does memory stay flat? */
export async function run(): Promise<Report> {
  const args = ["--expose-gc", "--conditions=@svc/source", join(import.meta.dirname, "soak/worker.ts")];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const rows = JSON.parse(stdout) as [number, number, number][];
  return {
    name: "soak",
    title: "A million calls",
    method:
      "Calls in batches of 100 at a time against a fetch that answers from memory; every hundredth answer is a 503 and is retried. Heap after a full garbage collection.",
    columns: ["calls", "heap, MB", "resident, MB"],
    rows: rows.map(([calls, heap, resident]) => [calls.toLocaleString("en"), heap.toFixed(1), resident.toFixed(0)]),
  };
}
