import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineCommand } from "../toolkit/command.ts";
import { createGit, proposeChanges } from "../toolkit/propose-changes.ts";
import { runCommand } from "../toolkit/run-command.ts";
import { ROOT, svc } from "../toolkit/tools.ts";
import { downloadDocument } from "./download-document.ts";

export const proposeBump = defineCommand({
  options: {},
  description: `Downloads the document from the address in SVC_DOCUMENT_URL, runs \`pnpm spec:bump\` on it, and opens a pull request where
that changed anything. Called by the scheduled workflow.`,
  async run() {
    const address = process.env["SVC_DOCUMENT_URL"];
    if (address) await bump(address);
    else console.log("SVC_DOCUMENT_URL is not set: there is no document to look at.");
    return 0;
  },
});

async function bump(from: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "svc-bump-"));
  try {
    // YAML, because every JSON document is one.
    const file = join(directory, "openapi.yaml");
    writeFileSync(file, await downloadDocument(from));
    const git = createGit(runCommand, ROOT);
    const said = await git.command(...svc(ROOT, "bump", file));
    console.log(said);
    const body = `What \`pnpm spec:bump\` says:\n\n\`\`\`\n${said.replaceAll("```", "'''").slice(0, 50_000)}\n\`\`\`\n`;
    const title = "Take the new version of the document";
    console.log(
      (await proposeChanges(git, { branch: "bump/document", base: "main", title, body })) ?? "Nothing changed.",
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
