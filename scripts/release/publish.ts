import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGit, pendingChangesets, publishTarballs, tagRelease } from "@svc/codegen/release";
import { UsageError } from "@svc/codegen/workspace";
import { defineCommand } from "../toolkit/command.ts";
import { runCommand } from "../toolkit/run-command.ts";
import { turboStep } from "../toolkit/steps/turbo-step.ts";
import { ROOT } from "../toolkit/tools.ts";
import { inspectPackages, writeSboms } from "./inspect-packages.ts";
import { findStaleFigures } from "./measured-figures.ts";
import { tarballTable } from "./tables.ts";

export const publishRelease = defineCommand({
  options: {},
  description: `Publishes what is not published yet, the very tarballs that were checked, with provenance, and tags it. Called by the release
workflow and nobody else: npm trusts that workflow, so there is no token to keep. Publishes nothing while changesets wait
for a version. After a failure half-way it can be run again.`,
  async run() {
    if (process.env["GITHUB_ACTIONS"] !== "true")
      throw new UsageError("Only the release workflow publishes: pnpm release:rehearse does all of it but that.");
    return publish();
  },
});

/** npm asks GitHub for the identity of the workflow itself. @see https://docs.npmjs.com/trusted-publishers */
const ARGS = ["--provenance"];

async function publish(): Promise<number> {
  const pending = pendingChangesets(ROOT);
  if (pending.length > 0) {
    console.log(`Nothing to publish: ${pending.length} changesets wait for \`pnpm svc release version\`.`);
    return 0;
  }
  const build = await turboStep("build", "build").run();
  if (!build.ok) throw new Error(build.output);
  const directory = mkdtempSync(join(tmpdir(), "svc-publish-"));
  try {
    const { figures, tarballs, findings } = await inspectPackages(directory, {
      update: { budget: false, exports: false },
    });
    const refused = [...findings, ...findStaleFigures()];
    console.log([tarballTable(figures), ...refused].join("\n"));
    if (refused.length > 0) return 1;
    const packages = figures.map((one, index) => ({ ...one, tarball: tarballs[index]?.file ?? "" }));
    const { published, isSame } = await publishTarballs(packages, { args: ARGS, command: { cwd: directory } });
    for (const { name, version } of published) console.log(`published ${name}@${version}`);
    if (published.length === 0) console.log("Everything is published already.");
    // The tag of a version is that of the commit which it was published from.
    if (!isSame) return 0;
    const sboms = await writeSboms(
      figures.map(({ name }) => name),
      directory,
    );
    const git = createGit(runCommand, ROOT);
    const tag = await tagRelease(git, { version: figures[0]?.version ?? "", files: sboms });
    if (tag !== undefined) console.log(`tagged ${tag}`);
    return 0;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
