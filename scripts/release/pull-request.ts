import { readFileSync } from "node:fs";
import { runCommand } from "../workshop/run-command.ts";
import { ROOT, TOOLS } from "../workshop/tools.ts";
import { pendingChangesets } from "./changesets.ts";
import { createGit } from "./git.ts";
import { proposeChanges } from "./propose-changes.ts";

// `pnpm release:pull-request`: keeps a pull request open that turns the waiting changesets into a version. Merging it is
// the decision to release. Called by the release workflow.
const pending = pendingChangesets(ROOT);
if (pending.length === 0) console.log("No changeset waits for a version.");
else {
  const git = createGit(runCommand, ROOT);
  console.log(await git.command(...TOOLS.node, `${ROOT}scripts/release/version.ts`));
  // What users will see changes with a version, and is reviewed with it.
  console.log(await git.command(...TOOLS.node, `${ROOT}scripts/release/check.ts`, "--update-exports"));
  const { version } = JSON.parse(readFileSync(`${ROOT}packages/client/package.json`, "utf8")) as { version: string };
  const address = await proposeChanges(git, {
    branch: "release/next",
    base: "main",
    title: `Release ${version}`,
    body: `Made from the waiting changesets (${pending.length}) by \`pnpm release:version\`. Merging this publishes ${version}.`,
  });
  console.log(address ?? "The versions are up to date.");
}
