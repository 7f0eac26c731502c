import { join } from "node:path";
import { type Command, defineCommand } from "../cli/command.ts";
import { runCommand } from "../cli/run-command.ts";
import { readManifest } from "../release/pack-repository.ts";
import { openProposal, writeProposal } from "../release/propose-bump.ts";
import { createGit, type Git, pendingChangesets, proposeChanges } from "../release/propose-changes.ts";
import { UsageError } from "../usage-error.ts";
import { type ReleasePath, told } from "./release.ts";

/** A repository for which workflows open pull requests. */
export interface Proposing {
  readonly path: ReleasePath;
  /** The command that takes a file as the new document. */
  readonly bump: (file: string) => readonly string[];
}

/** Proposals by name, with the number of operands. */
const PROPOSALS = {
  bump: { run: proposeBump, operands: 2 },
  changes: { run: openChanges, operands: 1 },
  release: { run: proposeRelease, operands: 0 },
} as const;

/** Opens pull requests of a bump and of a release. */
export function proposeCommand(proposing: Proposing): Command {
  return defineCommand({
    operands: ["WHAT", "[FOLDER]", "[ADDRESS]"],
    options: {},
    description: `Called by workflows; requires git and gh. WHAT is one of:

  bump FOLDER ADDRESS  downloads the document from an https: address, takes it, and writes the changes into FOLDER as a patch.
                       The job has no token: tools run over a document that nobody has reviewed. An empty address is one that is
                       not configured yet: nothing happens
  changes FOLDER       opens a pull request with that patch; does nothing if there is none
  release              keeps a pull request open that turns pending changesets into a version. Merging it is the decision to
                       release`,
    run: told(async ({ operands: [what = "", ...operands] }) => {
      const proposal = Object.entries(PROPOSALS).find(([name]) => name === what)?.[1];
      if (proposal?.operands !== operands.length)
        throw new UsageError(
          `Expected bump FOLDER ADDRESS, changes FOLDER or release, got ${[what, ...operands].join(" ")}.`,
        );
      const [folder = "", address = ""] = operands;
      console.log(
        await proposal.run({ ...proposing, git: createGit(runCommand, proposing.path.root), folder, address }),
      );
      return 0;
    }),
  });
}

interface Asked extends Proposing {
  readonly git: Git;
  readonly folder: string;
  readonly address: string;
}

async function proposeBump({ git, folder, address, bump, path }: Asked): Promise<string> {
  if (address === "") return "There is no address of the document: nothing to look at.";
  const name = `${path.program} bump`;
  const isChanged = await writeProposal(git, { address, folder, bump, name, onOutput: console.log });
  return isChanged ? `Written to ${folder}.` : "Nothing changed.";
}

async function openChanges({ git, folder }: Asked): Promise<string> {
  return (await openProposal(git, folder)) ?? "Nothing changed.";
}

async function proposeRelease({ git, path }: Asked): Promise<string> {
  const { root, program } = path;
  const pending = pendingChangesets(root);
  if (pending.length === 0) return "No changeset waits for a version.";
  const code = await path.makeVersion();
  if (code !== 0) throw new Error(`The version could not be made (exit code ${code}).`);
  const { version } = readManifest(join(root, "packages/client"));
  const address = await proposeChanges(git, {
    branch: "release/next",
    base: "main",
    title: `Release ${version}`,
    body: `Made from the waiting changesets (${pending.length}) by \`${program} release version\`. Merging this publishes ${version}.`,
  });
  return address ?? "The versions are up to date.";
}
