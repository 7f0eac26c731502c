import { spawnSync } from "node:child_process";
import { cpus } from "node:os";

/** Result of a benchmark: one table, with what it ran on. */
export interface Report {
  readonly name: string;
  readonly title: string;
  /** Figures that were measured and how, in a sentence or two. */
  readonly method: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A report as a section of the benchmarks. @param commit what was measured; undefined if it is not committed */
export function toMarkdown({ title, method, columns, rows }: Report, commit: string | undefined): string {
  const machine = `Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown processor"}`;
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [
    `## ${title}`,
    "",
    method,
    "",
    line(columns),
    line(columns.map(() => "---")),
    ...rows.map(line),
    "",
    `${machine}. Measured at ${commit ?? "no commit"}.`,
    "",
  ].join("\n");
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Ratio of the medians that a table prints beside it. */
export function ratioOf(values: readonly number[], base: readonly number[]): string {
  return (median(values) / median(base)).toFixed(2);
}

/** Runs Node.js to its end; what it printed. @throws Error with that, if it fails */
export function runNode(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${args.join(" ")}:\n${stdout}${stderr}`);
  return stdout;
}
