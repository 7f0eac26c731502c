import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { installWorkspace } from "../scripts/workshop/install-workspace.ts";
import type { Report } from "./report.ts";
import { toMarkdown } from "./report.ts";

const BENCHES = [
  "overhead",
  "size",
  "generate",
  "types",
  "pacing",
  "processes",
  "redis",
  "soak",
  "fake",
  "builders",
  "suites",
] as const;
const USAGE = `pnpm bench [NAME ...] [--json] [--write]

  NAME     ${BENCHES.join(", ")}; default: all
  --json   for machines
  --write  puts the tables into docs/benchmarks.md`;

/** Replaces the tables of these benchmarks in `docs/benchmarks.md`, and leaves the others. */
function writeTables(reports: readonly Report[]): void {
  const file = `${import.meta.dirname}/../docs/benchmarks.md`;
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const sections = new Map(
    before
      .split(/^(?=## )/m)
      .slice(1)
      .map((text) => [text.split("\n", 1)[0]?.slice(3), text.trimEnd()]),
  );
  for (const report of reports) sections.set(report.title, toMarkdown(report).trimEnd());
  const head =
    "# Benchmarks\n\nTables as `pnpm bench --write` printed them: against peers in the same run, so that the ratios hold on other machines.";
  writeFileSync(file, `${[head, ...sections.values()].join("\n\n")}\n`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean" }, write: { type: "boolean" } },
});
const unknown = positionals.find((name) => !BENCHES.some((bench) => bench === name));
if (unknown !== undefined) {
  console.error(`"${unknown}" is no benchmark.\n\n${USAGE}`);
  process.exit(2);
}
await installWorkspace(import.meta.dirname);
const reports: Report[] = [];
for (const name of positionals.length > 0 ? positionals : BENCHES) {
  const { run } = (await import(`./${name}.ts`)) as { run: () => Promise<Report | Report[]> };
  const found = [await run()].flat();
  reports.push(...found);
  if (!values.json) for (const report of found) console.log(toMarkdown(report));
}
if (values.write) writeTables(reports);
if (values.json) console.log(JSON.stringify(reports, null, 2));
