import { type Command, defineCommand } from "../cli/command.ts";
import { runCommand } from "../cli/run-command.ts";
import { openProposal, writeProposal } from "../release/propose-bump.ts";
import { createGit } from "../release/propose-changes.ts";

/** Where a workflow passes a proposal on: the first job writes it, the second opens the pull request. */
export interface BumpCommands {
  readonly root: string;
  /** Address of the document; undefined where it is an operand of the command. */
  readonly address?: string;
  /** The command that takes a file as the new document, and what people type for it. */
  readonly bump: (file: string) => readonly string[];
  readonly name: string;
}

/** Writes down what a new version of the document changes. */
export function proposeBumpCommand({ root, address: given, bump, name }: BumpCommands): Command {
  return defineCommand({
    operands: given === undefined ? ["FOLDER", "ADDRESS"] : ["FOLDER"],
    options: {},
    description: `Downloads the document from an https: address, runs \`${name}\` on it, and writes what that changed into FOLDER, as a patch. Called
by the first job of the scheduled workflow, which has no token: tools run over a document that nobody has reviewed. An empty
address is one that is not configured yet: nothing happens.`,
    async run({ operands: [folder = "", address = given] }) {
      if (!address) {
        console.log("There is no address of the document: nothing to look at.");
        return 0;
      }
      const proposal = { address, folder, bump, name, onOutput: console.log };
      const isChanged = await writeProposal(createGit(runCommand, root), proposal);
      console.log(isChanged ? `Written to ${folder}.` : "Nothing changed.");
      return 0;
    },
  });
}

/** Opens the pull request of what {@link proposeBumpCommand} has written. */
export function proposeChangesCommand(root: string): Command {
  return defineCommand({
    operands: ["FOLDER"],
    options: {},
    description: `Applies the patch that \`propose bump\` has written into FOLDER, and opens a pull request with it; does nothing where there is none.
Called by the second job of the scheduled workflow; needs git and gh.`,
    async run({ operands: [folder = ""] }) {
      console.log((await openProposal(createGit(runCommand, root), folder)) ?? "Nothing changed.");
      return 0;
    },
  });
}
