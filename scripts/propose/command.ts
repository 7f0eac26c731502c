import { defineCommand, UsageError } from "../toolkit/command.ts";
import { proposeBump, proposeChanges } from "./bump.ts";
import { proposeRelease } from "./release.ts";

/** Proposals of workflows by name, with the number of operands. */
const PROPOSALS = {
  bump: { command: proposeBump, operands: 1 },
  changes: { command: proposeChanges, operands: 1 },
  release: { command: proposeRelease, operands: 0 },
} as const;

export const propose = defineCommand({
  operands: ["WHAT", "[FOLDER]"],
  options: {},
  description: `Called by workflows; needs git and gh. WHAT is one of these:

  bump FOLDER     takes the document from SVC_DOCUMENT_URL, and writes what that changes into FOLDER, as a patch. The job has no
                  token: tools run over a document that nobody has reviewed
  changes FOLDER  opens a pull request with that patch; does nothing where there is none
  release         keeps a pull request open that turns the waiting changesets into a version. Merging it is the decision to release`,
  async run({ operands: [what = "", ...operands] }) {
    const proposal = Object.entries(PROPOSALS).find(([name]) => name === what)?.[1];
    if (proposal?.operands !== operands.length)
      throw new UsageError(`Expected bump FOLDER, changes FOLDER or release, got ${[what, ...operands].join(" ")}.`);
    return proposal.command.run({ values: {}, operands });
  },
});
