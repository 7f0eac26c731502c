import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { runCommand } from "../cli/run-command.ts";

/** A pull request that a workflow keeps open. */
export interface Proposal {
  /** The branch, which belongs to the workflow: what it held before is replaced. */
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
}

/** Author of the commits of a workflow. @see https://github.com/actions/checkout#push-a-commit-using-the-built-in-token */
const AUTHOR = [
  ["user.name", "github-actions[bot]"],
  ["user.email", "41898282+github-actions[bot]@users.noreply.github.com"],
] as const;

/**
 * Commits what changed in the checkout to a branch of its own, and opens a pull request for it, or brings the open one up
 * to date.
 *
 * @returns the address of the pull request; `undefined` where nothing changed
 * @throws Error with what git or `gh` said
 */
export async function proposeChanges(git: Git, proposal: Proposal): Promise<string | undefined> {
  const { branch, base, title, body } = proposal;
  if ((await git.text("status", "--porcelain")) === "") return undefined;
  // `gh` hands its token to git by a credential helper: it is in no address and no argument.
  await git.command("gh", "auth", "setup-git");
  const author = AUTHOR.flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  await git.text("switch", "--force-create", branch);
  await git.text("add", "--all");
  await git.text(...author, "commit", "--message", title);
  await git.text("push", "--force", "origin", `HEAD:refs/heads/${branch}`);
  const open = await git.command(
    "gh",
    "pr",
    "list",
    "--head",
    branch,
    "--state",
    "open",
    "--json",
    "url",
    "--jq",
    ".[].url",
  );
  if (open === "")
    return git.command("gh", "pr", "create", "--head", branch, "--base", base, "--title", title, "--body", body);
  await git.command("gh", "pr", "edit", open, "--title", title, "--body", body);
  return open;
}

/** Commands of git and `gh` in one checkout. */
export interface Git {
  /** Runs any command. @throws Error with its output if it fails */
  command(...command: readonly string[]): Promise<string>;
  /** Runs git and returns its trimmed output. @throws Error if it fails */
  text(...args: readonly string[]): Promise<string>;
}

/** Commands in `cwd`, run by `run`. */
export function createGit(run: typeof runCommand, cwd: string): Git {
  const command = async (...command: readonly string[]): Promise<string> => {
    const { code, output } = await run(command, { cwd });
    if (code !== 0) throw new Error(`${command.join(" ")}:\n${output}`);
    return output.trim();
  };
  return { command, text: (...args) => command("git", ...args) };
}

/** The names of the changesets that have not become a version yet. */
export function pendingChangesets(root: string): string[] {
  const folder = join(root, ".changeset");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.filter((file) => file.endsWith(".md") && file !== "README.md").sort();
}

/** One version of all packages. */
export interface Release {
  readonly version: string;
  /** Files to attach. */
  readonly files: readonly string[];
}

/**
 * Tags a release on GitHub, one tag for all packages, as they have one version. Does nothing where the tag is there.
 *
 * @returns the tag; undefined where it was there
 * @throws Error with what git or `gh` said
 */
export async function tagRelease(git: Git, { version, files }: Release): Promise<string | undefined> {
  const tag = `v${version}`;
  if ((await git.text("ls-remote", "--tags", "origin", `refs/tags/${tag}`)) !== "") return undefined;
  const head = await git.text("rev-parse", "HEAD");
  await git.command("gh", "release", "create", tag, ...files, "--target", head, "--title", tag, "--generate-notes");
  return tag;
}
