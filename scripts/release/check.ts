import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineCommand } from "../toolkit/command.ts";
import { turboStep } from "../toolkit/steps/turbo-step.ts";
import { inspectPackages, type Update, writeSboms } from "./inspect-packages.ts";
import { findStaleFigures } from "./measured-figures.ts";
import { tarballTable } from "./tables.ts";

export const checkRelease = defineCommand({
  options: {
    "update-budget": { type: "boolean", text: "write scripts/release/budget.json instead of comparing with it" },
    "update-exports": { type: "boolean", text: "write scripts/release/exports.json instead of comparing with it" },
  },
  description: `Builds and packs every published package, and checks each tarball: publint, types, files, licence, size, dependencies,
exports, and that a bill of materials can be written. A new export or a size beyond its budget is meant to be seen: it changes a
file that is reviewed. Refuses figures of benchmarks that are older than the code they speak of, unless a file is updated.`,
  async run({ values }) {
    return check({ budget: values["update-budget"] === true, exports: values["update-exports"] === true });
  },
});

async function check(update: Update): Promise<number> {
  const build = await turboStep("build", "build").run();
  if (!build.ok) {
    console.log(build.output);
    return 1;
  }
  const directory = mkdtempSync(join(tmpdir(), "svc-release-"));
  try {
    const { figures, findings } = await inspectPackages(directory, { update });
    const sboms = await writeSboms(
      figures.map(({ name }) => name),
      directory,
    );
    console.log(tarballTable(figures));
    console.log(`${sboms.length} bills of materials\n`);
    // A rehearsal updates what is declared, in a copy without history.
    const stale = update.budget || update.exports ? [] : findStaleFigures();
    for (const finding of [...findings, ...stale]) console.log(finding);
    return findings.length + stale.length === 0 ? 0 : 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
