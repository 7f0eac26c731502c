import { createGit, proposeBump as propose } from "@svc/codegen/release";
import { defineCommand } from "../toolkit/command.ts";
import { runCommand } from "../toolkit/run-command.ts";
import { ROOT, svc } from "../toolkit/tools.ts";

export const proposeBump = defineCommand({
  options: {},
  description: `Downloads the document from the address in SVC_DOCUMENT_URL, runs \`pnpm spec:bump\` on it, and opens a pull request where
that changed anything. Called by the scheduled workflow.`,
  async run() {
    const address = process.env["SVC_DOCUMENT_URL"];
    if (!address) {
      console.log("SVC_DOCUMENT_URL is not set: there is no document to look at.");
      return 0;
    }
    const bump = (file: string) => svc(ROOT, "bump", file);
    const proposed = await propose(createGit(runCommand, ROOT), {
      address,
      bump,
      name: "pnpm spec:bump",
      onOutput: console.log,
    });
    console.log(proposed ?? "Nothing changed.");
    return 0;
  },
});
