import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "@svc/codegen/cli";
import type { ReleasePath } from "@svc/codegen/release";
import { buildPackages } from "../toolkit/kinds-of-steps.ts";
import { must } from "../toolkit/run-command.ts";
import { ROOT, svc } from "../toolkit/tools.ts";
import { inspectPackages, type Update, writeSboms } from "./inspect-packages.ts";
import { findStaleFigures } from "./measured-figures.ts";
import { CHANGESET, installTools } from "./release-tools.ts";

/** Builds, packs and checks the packages of this checkout, and removes the tarballs after their use. */
export function withPacked(update: Update): ReleasePath["withPacked"] {
  return async (use) => {
    await buildPackages();
    const directory = mkdtempSync(join(tmpdir(), "svc-release-"));
    try {
      const { packages, findings } = await inspectPackages(directory, { update });
      const attachments = await writeSboms(
        packages.map(({ name }) => name),
        directory,
      );
      // A rehearsal updates what is declared, in a copy without history.
      const stale = update.budget || update.exports ? [] : findStaleFigures();
      return await use({ packages, findings: [...findings, ...stale], attachments }, directory);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  };
}

/** The release of this checkout. Only the workflow publishes: npm trusts it, so there is no token to keep. */
export const OWN_RELEASE: ReleasePath = {
  root: ROOT,
  program: "pnpm svc",
  // npm asks GitHub for the identity of the workflow itself. @see https://docs.npmjs.com/trusted-publishers
  publishArgs: ["--provenance"],
  withPacked: (use) => {
    if (process.env["GITHUB_ACTIONS"] !== "true")
      throw new UsageError("Only the release workflow publishes: pnpm release:rehearse does all of it but that.");
    return withPacked({ budget: false, exports: false })(use);
  },
  async makeVersion() {
    await installTools();
    await must([...CHANGESET, "version"], ROOT);
    await must(svc(ROOT, "generate"), ROOT);
    // The exports change with a version, and are reviewed with it.
    await must(svc(ROOT, "release", "check", "--update-exports"), ROOT);
    return 0;
  },
};
