import { readFileSync } from "node:fs";
import { createGit, pendingChangesets, proposeChanges } from "@svc/codegen/release";
import { defineCommand } from "../toolkit/command.ts";
import { runCommand } from "../toolkit/run-command.ts";
import { ROOT, svc } from "../toolkit/tools.ts";

export const proposeRelease = defineCommand({
  options: {},
  description: `Keeps a pull request open that turns the waiting changesets into a version. Merging it is the decision to release. Called by
the release workflow.`,
  async run() {
    const pending = pendingChangesets(ROOT);
    if (pending.length === 0) {
      console.log("No changeset waits for a version.");
      return 0;
    }
    const git = createGit(runCommand, ROOT);
    console.log(await git.command(...svc(ROOT, "release", "version")));
    // The exports change with a version, and are reviewed with it.
    console.log(await git.command(...svc(ROOT, "release", "check", "--update-exports")));
    const { version } = JSON.parse(readFileSync(`${ROOT}packages/client/package.json`, "utf8")) as { version: string };
    const address = await proposeChanges(git, {
      branch: "release/next",
      base: "main",
      title: `Release ${version}`,
      body: `Made from the waiting changesets (${pending.length}) by \`pnpm svc release version\`. Merging this publishes ${version}.`,
    });
    console.log(address ?? "The versions are up to date.");
    return 0;
  },
});
