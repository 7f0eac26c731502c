import type { RuntimeResult } from "./result.ts";

/** A line for each runtime, as a table in Markdown. */
export function resultTable(results: readonly RuntimeResult[]): string {
  const rows = results.map(({ runtime, version, checks, seconds, skipped }) => {
    if (skipped !== undefined) return [runtime, version, "skipped", skipped, ""];
    const failed = checks.filter(({ ok }) => !ok).length;
    return [runtime, version, `${checks.length - failed}`, `${failed}`, seconds.toFixed(1)];
  });
  const table = [["runtime", "version", "passed", "failed", "seconds"], ["---", "---", "---", "---", "---"], ...rows];
  return table.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

/** A paragraph for each check that failed; empty where none did. */
export function failures(results: readonly RuntimeResult[]): string {
  return results
    .flatMap(({ runtime, checks }) =>
      checks.filter(({ ok }) => !ok).map(({ name, error }) => `\n${runtime}: ${name}\n  ${error}\n`),
    )
    .join("");
}
