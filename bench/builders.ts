import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Report } from "./report.ts";

/** How fast builders are, whether what they make is valid, and what arbitraries reach; in a process of its own. */
export async function run(): Promise<Report> {
  const args = ["--no-warnings", "--conditions=@svc/source", join(import.meta.dirname, "builders/measure.ts")];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(stderr);
  return {
    name: "builders",
    title: "Builders and arbitraries",
    method:
      "Time per 1,000 values, median of 15 rounds. Validity is judged by Ajv 8 with ajv-formats over every schema and every operation's arguments, bodies and answers: by default, minimal, maximal, all null, and arbitrary, with several seeds. Corners are what the schemas allow at the edge (null, absent and additional properties, empty, long and non-ASCII texts, each member of an enum, the bounds themselves, empty and longer arrays, each alternative); reached within 10,000 runs of fast-check per schema.",
    columns: ["what", "figure"],
    rows: JSON.parse(stdout) as [string, string][],
  };
}
