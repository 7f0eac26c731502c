import type { Git } from "./propose-changes.ts";

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
