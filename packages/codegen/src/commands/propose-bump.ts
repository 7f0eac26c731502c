import { type Command, defineCommand } from "../cli/command.ts";
import { runCommand } from "../cli/run-command.ts";
import { proposeBump } from "../release/propose-bump.ts";
import { createGit } from "../release/propose-changes.ts";

/** Opens a pull request with a new version of the document. */
export function proposeBumpCommand(root: string): Command {
  return defineCommand({
    operands: ["ADDRESS"],
    options: {},
    description: `Downloads the document from an https: address, runs \`svc-codegen bump\` on it, and opens a pull request where that changed
anything. Called by the scheduled workflow; needs git and gh. An empty ADDRESS is one that is not configured yet: nothing happens.`,
    async run({ operands: [address = ""] }) {
      if (address === "") {
        console.log("There is no address of the document: nothing to look at.");
        return 0;
      }
      const bump = (file: string) => [process.execPath, process.argv[1] ?? "", "bump", file];
      const proposed = await proposeBump(createGit(runCommand, root), {
        address,
        bump,
        name: "svc-codegen bump",
        onOutput: console.log,
      });
      console.log(proposed ?? "Nothing changed.");
      return 0;
    },
  });
}
