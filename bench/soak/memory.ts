import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Report } from "../report.ts";

/** Memory of a worker while it counts on, in a process of its own: does it stay flat? */
export function memoryOf(worker: string, counted: string): Pick<Report, "columns" | "rows"> {
  const args = ["--expose-gc", "--conditions=@svc/source", join(import.meta.dirname, "..", worker)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const rows = JSON.parse(stdout) as [number, number, number][];
  return {
    columns: [counted, "heap, MB", "resident, MB"],
    rows: rows.map(([count, heap, resident]) => [count.toLocaleString("en"), heap.toFixed(1), resident.toFixed(0)]),
  };
}

/** Used by a worker: a row after a full garbage collection. */
export function memoryAt(count: number): readonly [count: number, heap: number, resident: number] {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return [count, heapUsed / 1e6, rss / 1e6];
}
