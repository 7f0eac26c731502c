import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { measuredCommit } from "../scripts/release/measured-figures.ts";
import { defineCommand, UsageError } from "../scripts/toolkit/command.ts";
import { installWorkspace } from "../scripts/toolkit/install-workspace.ts";
import { buildPackages } from "../scripts/toolkit/kinds-of-steps.ts";
import { ROOT } from "../scripts/toolkit/tools.ts";
import { withFigures } from "./readme.ts";
import { type Report, toMarkdown } from "./report.ts";

const BENCHES = ["overhead", "size", "generate", "types", "pacing", "limiters", "redis", "fake"] as const;

/** Drawn for README and home page: it replaces what is committed, and runs where it is named. */
const DRAWN = "paced-run";

export const bench = defineCommand({
  operands: ["[NAME ...]"],
  options: {
    write: { type: "boolean", text: "put the tables into docs/benchmarks.md, and their figures into README.md" },
  },
  description: `Measures against peers in the same run, which are installed when first needed. Names, default all:
${BENCHES.join(", ")}. ${DRAWN} records the run that README and home page show.`,
  async run({ values, operands }) {
    const unknown = operands.find((name) => ![...BENCHES, DRAWN].some((one) => one === name));
    if (unknown !== undefined) throw new UsageError(`"${unknown}" is no benchmark.`);
    const commit = measuredCommit(ROOT);
    if (values.write && commit === undefined)
      throw new UsageError("Commit packages/ and engines/ first: the tables name the commit that was measured.");
    await installWorkspace(import.meta.dirname);
    // Consumers are type-checked, and a process is started, with what is built: that of the commit which is named.
    await buildPackages();
    const reports: Report[] = [];
    for (const name of operands.length > 0 ? operands : BENCHES) {
      const { run } = (await import(`./${name}.ts`)) as { run: () => Promise<Report | Report[]> };
      const found = [await run()].flat();
      reports.push(...found);
      for (const report of found) console.log(toMarkdown(report, commit));
    }
    if (values.write) writeTables(reports, commit);
    return 0;
  },
});

/** Replaces the tables of these benchmarks in `docs/benchmarks.md`, and leaves the others; README.md has the figures of all. */
function writeTables(reports: readonly Report[], commit: string | undefined): void {
  const file = join(ROOT, "docs/benchmarks.md");
  const [head = "", ...tables] = readFileSync(file, "utf8").split(/^(?=## )/m);
  const sections = new Map(tables.map((text) => [text.split("\n", 1)[0]?.slice(3), text.trimEnd()]));
  for (const report of reports) sections.set(report.title, toMarkdown(report, commit).trimEnd());
  const benchmarks = `${[head.trimEnd(), ...sections.values()].join("\n\n")}\n`;
  writeFileSync(file, benchmarks);
  const readme = join(ROOT, "README.md");
  writeFileSync(readme, withFigures(readFileSync(readme, "utf8"), benchmarks));
}
