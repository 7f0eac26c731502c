import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fetchDocument } from "../read/fetch-document.ts";
import { type Git, proposeChanges } from "./propose-changes.ts";

/** A bump that a workflow proposes. */
export interface BumpProposal {
  /** Address of the document. */
  readonly address: string;
  /** Folder that takes the proposal: {@link openProposal} reads it, in a job that has a token. */
  readonly folder: string;
  /** The command that takes a file as the new document. */
  readonly bump: (file: string) => readonly string[];
  /** That command as people type it. */
  readonly name: string;
  /** Told of what the command printed. */
  readonly onOutput: (text: string) => void;
  /** Downloads the document. @default by https, as a command reads an address */
  readonly download?: (address: string) => Promise<string>;
}

const FILES = { patch: "changes.patch", body: "body.md" } as const;

/** Characters of a pull request's text: an argument of a command takes 128 KiB, and a character up to three bytes. */
const MAX_BODY = 40_000;

/**
 * Bumps a repository to the document at an address, and writes down what that changed. A bump runs tools over a document that nobody
 * has reviewed: it needs no token, and has none.
 *
 * @returns whether anything changed
 * @throws Error with what the bump or git said
 */
export async function writeProposal(
  git: Git,
  { address, folder, bump, name, onOutput, download = fetchDocument }: BumpProposal,
): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), "svc-bump-"));
  const patch = resolve(folder, FILES.patch);
  try {
    // What an earlier run has written is not of this one, also if this one fails.
    mkdirSync(folder, { recursive: true });
    for (const name of Object.values(FILES)) rmSync(join(folder, name), { force: true });
    // YAML, because every JSON document is one.
    const file = join(directory, "openapi.yaml");
    writeFileSync(file, await download(address));
    const said = await git.command(...bump(file));
    onOutput(said);
    await git.text("add", "--all");
    // By git itself: output of a command is text for people. What is plumbing follows no configuration.
    await git.text("diff-index", "--cached", "--binary", `--output=${patch}`, "HEAD");
    if (statSync(patch).size === 0) {
      rmSync(patch);
      return false;
    }
    const body = `What \`${name}\` says:\n\n\`\`\`\n${said.replaceAll("```", "'''").slice(0, MAX_BODY)}\n\`\`\`\n`;
    writeFileSync(join(folder, FILES.body), body);
    return true;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Keeps a pull request open for what {@link writeProposal} has written. Only git reads it, and workflows stay as they are.
 *
 * @returns its address; undefined where nothing was written
 * @throws Error with what git or `gh` said
 */
export async function openProposal(git: Git, folder: string): Promise<string | undefined> {
  const patch = resolve(folder, FILES.patch);
  if (!existsSync(patch)) return undefined;
  await git.text("apply", "--index", "--exclude=.github/*", patch);
  const title = "Take the new version of the document";
  const body = readFileSync(join(folder, FILES.body), "utf8");
  return proposeChanges(git, { branch: "bump/document", base: "main", title, body });
}
