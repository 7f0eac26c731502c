import { join } from "node:path";
import { DocumentError } from "@svc/model";
import { type Command, defineCommand } from "../cli/command.ts";
import { runCommand } from "../cli/run-command.ts";
import { loadSpec } from "../load-spec.ts";
import { type PackedRepository, tableOf } from "../release/pack-repository.ts";
import { createGit, pendingChangesets, tagRelease } from "../release/propose-changes.ts";
import { publishTarballs } from "../release/publish-tarballs.ts";
import { rehearseRelease, withPacked } from "../release/rehearse.ts";
import { fileOverrides } from "../release/try-consumer.ts";
import { applyChangesets, nameRepository, updateLockfile } from "../release/version-repository.ts";
import { generateRepository } from "../repository/generate-repository.ts";
import { loadRepository } from "../repository/load-repository.ts";
import { factsOf } from "../repository/scaffold/facts.ts";
import { UsageError } from "../usage-error.ts";

/** Facts of a repository that its release needs. */
export interface ReleasePath {
  readonly root: string;
  /** The program as people type it: `svc-codegen`. */
  readonly program: string;
  /** Turns the waiting changesets into a version, and writes everything that carries it. Returns the exit code. */
  makeVersion(): Promise<number>;
  /** Packs and checks the packages as they are, and removes the tarballs after their use. */
  withPacked<T>(use: (packed: PackedRepository, directory: string) => Promise<T>): Promise<T>;
  /** More arguments for `npm publish`. @default none */
  readonly publishArgs?: readonly string[];
}

/** The release of a repository that `init` has made. @param api address of `@svc/codegen` in a configuration */
export function releasePath(root: string, api: URL): ReleasePath {
  return {
    root,
    program: "svc-codegen",
    withPacked: (use) => withPacked({ root }, use),
    async makeVersion() {
      const repository = await loadRepository(root, api);
      await applyChangesets(root);
      nameRepository(root);
      const code = await generateRepository(repository, { check: false });
      await updateLockfile(root);
      return code;
    },
  };
}

/** Turns the waiting changesets of a repository into a version. */
export function versionCommand({ makeVersion }: ReleasePath): Command {
  return defineCommand({
    options: {},
    description: `Turns pending changesets into a version and changelogs, regenerates, and updates the lock file.
Deletes the changesets: the release workflow runs it on a separate branch.`,
    run: told(makeVersion),
  });
}

/** Rehearses a release. */
export function rehearseCommand(root: string, api: URL): Command {
  return defineCommand({
    options: {},
    description: `A whole release except publishing: builds, packs and checks the next version in a copy of the
repository, installs it into an empty folder with npm, type-checks a program there, and runs it. The working tree does
not change. Dependencies come from npm, or from the files named in overrides of pnpm-workspace.yaml.`,
    run: told(async () => {
      const begin = performance.now();
      const repository = await loadRepository(root, api);
      const { model } = await loadSpec(join(root, "spec"), root, repository.config);
      const rehearsed = await rehearseRelease(root, factsOf(repository, model));
      console.log(tableOf(rehearsed));
      if (rehearsed.output === undefined) return 1;
      console.log(`installed, type-checked and called in an empty folder:\n${rehearsed.output}`);
      const local = Object.keys(fileOverrides(root));
      if (local.length > 0)
        console.log(`\nNot on npm, but from files of pnpm-workspace.yaml; publish first: ${local.join(", ")}`);
      console.log(`\nrehearsed in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
      return 0;
    }),
  });
}

/** Publishes the packages of a repository. */
export function publishCommand({ root, program, withPacked, publishArgs = [] }: ReleasePath): Command {
  return defineCommand({
    options: {},
    description: `Builds, packs, checks and publishes packages that are not published yet. Publishes nothing while
changesets are pending. After a failure, run it again. In a GitHub workflow it also tags the release.`,
    run: told(async () => {
      const pending = pendingChangesets(root);
      if (pending.length > 0) {
        console.log(`Nothing to publish: ${pending.length} changesets are pending: run ${program} release version.`);
        return 0;
      }
      return withPacked(async (packed, directory) => {
        const { packages, findings, attachments = [] } = packed;
        console.log(tableOf(packed));
        if (findings.length > 0) return 1;
        const options = { args: publishArgs, command: { cwd: directory } };
        const { published, isSame } = await publishTarballs(packages, options);
        for (const { name, version } of published) console.log(`published ${name}@${version}`);
        if (published.length === 0) console.log("Everything is already published.");
        // The tag of a version is that of the commit which it was published from.
        if (!isSame || process.env["GITHUB_ACTIONS"] !== "true") return 0;
        const release = { version: packages[0]?.version ?? "", files: attachments };
        const made = await tagRelease(createGit(runCommand, root), release);
        if (made !== undefined) console.log(`tagged ${made}`);
        return 0;
      });
    }),
  });
}

/** Prints the error of a failed step, and returns 1. */
export function told<Input>(run: (input: Input) => Promise<number>): (input: Input) => Promise<number> {
  return async (input) => {
    try {
      return await run(input);
    } catch (error) {
      if (error instanceof UsageError || error instanceof DocumentError) throw error;
      console.error((error as Error).message);
      return 1;
    }
  };
}
