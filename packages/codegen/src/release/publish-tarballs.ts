import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type CommandOptions, runCommand } from "../cli/run-command.ts";

/** A package to publish. */
export interface Publishable {
  readonly name: string;
  readonly version: string;
  /** Absolute path of the `.tgz`. */
  readonly tarball: string;
}

/** Options of {@link publishTarballs}. */
export interface PublishOptions {
  /** More arguments for `npm publish`. */
  readonly args?: readonly string[];
  /** Folder and environment of npm. */
  readonly command?: CommandOptions;
  /** Runs npm. @default a child process */
  readonly run?: typeof runCommand;
}

/** Result of {@link publishTarballs}. */
export interface Published {
  /** Packages that were published now. */
  readonly published: readonly Publishable[];
  /** True if the registry now has these very tarballs: then the commit that they are built of is the release. */
  readonly isSame: boolean;
}

/**
 * Publishes tarballs in their order, each before those that depend on it, and leaves out what the registry has already.
 * So a release that broke off is completed by running it again, with the same content only: a version is one commit.
 *
 * @throws Error with what npm said; or, before anything is published, if the registry has other content under some of
 * the names and nothing under others
 */
export async function publishTarballs(
  packages: readonly Publishable[],
  options: PublishOptions = {},
): Promise<Published> {
  const { args = [], command = {}, run = runCommand } = options;
  const missing: Publishable[] = [];
  const others: string[] = [];
  for (const one of packages) {
    const id = idOf(one);
    const { code, output } = await run(["npm", "view", id, "version", "dist.integrity", "--json"], command);
    if (code !== 0 && !output.includes("E404")) throw new Error(`${id} cannot be looked up:\n${output}`);
    if (code !== 0 || !output.includes(one.version)) missing.push(one);
    else if (output.includes("sha512-") && !output.includes(integrityOf(one.tarball))) others.push(id);
  }
  if (missing.length > 0 && others.length > 0)
    throw new Error(
      `${others.join(", ")}: published with other content, by a release that broke off before ${idOf(missing[0])}. ` +
        "Run the release of that commit again, or raise the version.",
    );
  for (const one of missing) {
    const { code, output } = await run(["npm", "publish", one.tarball, ...args], command);
    if (code !== 0) throw new Error(`${idOf(one)} cannot be published:\n${output}`);
  }
  return { published: missing, isSame: others.length === 0 };
}

function idOf(one: Publishable | undefined): string {
  return `${one?.name}@${one?.version}`;
}

/** Digest of a tarball as registries give it. @see https://www.w3.org/TR/SRI/ */
function integrityOf(file: string): string {
  return `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
}
