import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Report } from "./report.ts";

/** How fast builders are; in a process of its own. */
export async function run(): Promise<Report> {
  const args = ["--no-warnings", "--conditions=@svc/source", join(import.meta.dirname, "builders/measure.ts")];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(stderr);
  return {
    name: "builders",
    title: "Builders",
    method:
      "Time per 1,000 values, median of 15 rounds. What they make is judged by tests: two validators over the schemas of foreign documents.",
    columns: ["what", "figure"],
    rows: JSON.parse(stdout) as [string, string][],
  };
}
