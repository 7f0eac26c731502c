import { join } from "node:path";
import { DocumentError, formatFinding } from "@svc/model";
import { type Command, defineCommand } from "../cli/command.ts";
import { runCommand } from "../cli/run-command.ts";
import { loadSpec } from "../load-spec.ts";
import { type PackedRepository, readManifest } from "../release/pack-repository.ts";
import { createGit, pendingChangesets, proposeChanges, tagRelease } from "../release/propose-changes.ts";
import { publishTarballs } from "../release/publish-tarballs.ts";
import { rehearseRelease, withPacked } from "../release/rehearse.ts";
import { applyChangesets, nameRepository, updateLockfile } from "../release/version-repository.ts";
import { generateRepository } from "../repository/generate-repository.ts";
import { loadRepository } from "../repository/load-repository.ts";
import { factsOf } from "../repository/scaffold/facts.ts";
import { UsageError } from "../usage-error.ts";

/** Turns the waiting changesets of a repository into a version. */
export function versionCommand(root: string, api: URL): Command {
  return defineCommand({
    options: {},
    description: `Turns the waiting changesets into a version and changelogs, generates again, and brings the lock file up to date. Deletes the
changesets: the release workflow does it on a branch of its own.`,
    run: told(() => makeVersion(root, api)),
  });
}

async function makeVersion(root: string, api: URL): Promise<number> {
  const repository = await loadRepository(root, api);
  await applyChangesets(root);
  nameRepository(root);
  const onWarning = (warning: Parameters<typeof formatFinding>[0]): void =>
    console.error(`warning: ${formatFinding(warning)}`);
  const code = await generateRepository(repository, { check: false, onWarning });
  await updateLockfile(root);
  return code;
}

/** Rehearses a release. */
export function rehearseCommand(root: string, api: URL): Command {
  return defineCommand({
    options: {},
    description: `A release from beginning to end, without anybody noticing: the next version in a copy of the repository, its packages built,
packed and checked, installed into an empty folder by npm, type-checked there, and called. The working tree stays as it is. Needs the registry of the packages that yours depend on.`,
    run: told(async () => {
      const begin = performance.now();
      const repository = await loadRepository(root, api);
      const { model } = await loadSpec(join(root, "spec"), root, repository.config);
      const rehearsed = await rehearseRelease(root, factsOf(repository, model));
      console.log(tableOf(rehearsed));
      if (rehearsed.output === undefined) return 1;
      console.log(`installed, type-checked and called in an empty folder:\n${rehearsed.output}`);
      console.log(`\nrehearsed in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
      return 0;
    }),
  });
}

/** Publishes the packages of a repository. */
export function publishCommand(root: string, api: URL): Command {
  return defineCommand({
    options: {},
    description: `Publishes what is not published yet: packages that are built and packed in a copy, and checked. Publishes nothing while changesets
wait for a version. After a failure half-way it can be run again. In a workflow of GitHub it also tags the release.`,
    run: told(async () => {
      const { scope } = await loadRepository(root, api);
      const pending = pendingChangesets(root);
      if (pending.length > 0) {
        console.log(`Nothing to publish: ${pending.length} changesets wait for svc-codegen release version.`);
        return 0;
      }
      return withPacked({ root }, async (packed) => {
        console.log(tableOf(packed));
        if (packed.findings.length > 0) return 1;
        const { published, isSame } = await publishTarballs(packed.packages, { command: { cwd: root } });
        for (const { name, version } of published) console.log(`published ${name}@${version}`);
        if (published.length === 0) console.log(`${scope}: everything is published already.`);
        if (isSame && process.env["GITHUB_ACTIONS"] === "true") await tag(root, packed.packages[0]?.version ?? "");
        return 0;
      });
    }),
  });
}

async function tag(root: string, version: string): Promise<void> {
  const made = await tagRelease(createGit(runCommand, root), { version, files: [] });
  if (made !== undefined) console.log(`tagged ${made}`);
}

/** Keeps the pull request of the next release open. */
export function proposeReleaseCommand(root: string, api: URL): Command {
  return defineCommand({
    options: {},
    description: `Keeps a pull request open that turns the waiting changesets into a version. Merging it is the decision to release. Called by the
release workflow; needs git and gh.`,
    run: told(async () => {
      const pending = pendingChangesets(root);
      if (pending.length === 0) {
        console.log("No changeset waits for a version.");
        return 0;
      }
      const code = await makeVersion(root, api);
      if (code !== 0) return code;
      const { version } = readManifest(join(root, "packages/client"));
      const address = await proposeChanges(createGit(runCommand, root), {
        branch: "release/next",
        base: "main",
        title: `Release ${version}`,
        body: `Made from the waiting changesets (${pending.length}) by \`svc-codegen release version\`. Merging this publishes ${version}.`,
      });
      console.log(address ?? "The versions are up to date.");
      return 0;
    }),
  });
}

/** A step that fails ends the command with what it said. */
function told(run: () => Promise<number>): () => Promise<number> {
  return async () => {
    try {
      return await run();
    } catch (error) {
      if (error instanceof UsageError || error instanceof DocumentError) throw error;
      console.error((error as Error).message);
      return 1;
    }
  };
}

function tableOf({ packages, findings }: PackedRepository): string {
  const rows = packages.map(
    ({ name, version, files, size }) => `${name}@${version}  ${files} files, ${(size / 1000).toFixed(1)} kB packed`,
  );
  return [...rows, ...findings.map((finding) => `✗ ${finding}`)].join("\n");
}
