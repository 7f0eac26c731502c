import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { downloadDocument } from "./download-document.ts";
import { type Git, proposeChanges } from "./propose-changes.ts";

/** A bump that a workflow proposes. */
export interface BumpProposal {
  /** Address of the document. */
  readonly address: string;
  /** The command that takes a file as the new document. */
  readonly bump: (file: string) => readonly string[];
  /** That command as people type it. */
  readonly name: string;
  /** Told of what the command printed. */
  readonly onOutput: (text: string) => void;
  /** Downloads the document. @default by https */
  readonly download?: (address: string) => Promise<string>;
}

/**
 * Bumps a repository to the document at an address, and keeps a pull request open where that changed anything.
 *
 * @returns its address; undefined where nothing changed
 * @throws Error with what the bump, git or `gh` said
 */
export async function proposeBump(
  git: Git,
  { address, bump, name, onOutput, download = downloadDocument }: BumpProposal,
): Promise<string | undefined> {
  const directory = mkdtempSync(join(tmpdir(), "svc-bump-"));
  try {
    // YAML, because every JSON document is one.
    const file = join(directory, "openapi.yaml");
    writeFileSync(file, await download(address));
    const said = await git.command(...bump(file));
    onOutput(said);
    const body = `What \`${name}\` says:\n\n\`\`\`\n${said.replaceAll("```", "'''").slice(0, 50_000)}\n\`\`\`\n`;
    const title = "Take the new version of the document";
    return await proposeChanges(git, { branch: "bump/document", base: "main", title, body });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
