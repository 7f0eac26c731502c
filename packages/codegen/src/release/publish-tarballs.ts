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

/**
 * Publishes tarballs in their order, each before those that depend on it, and leaves out what the registry has already:
 * a release that broke off half-way is completed by running it again.
 *
 * @returns the packages that were published now
 * @throws Error with what npm said
 */
export async function publishTarballs(
  packages: readonly Publishable[],
  options: PublishOptions = {},
): Promise<Publishable[]> {
  const { args = [], command = {}, run = runCommand } = options;
  const published: Publishable[] = [];
  for (const one of packages) {
    const id = `${one.name}@${one.version}`;
    const known = await run(["npm", "view", id, "version", "--json"], command);
    if (known.code === 0 && known.output.includes(one.version)) continue;
    if (known.code !== 0 && !known.output.includes("E404"))
      throw new Error(`${id} cannot be looked up:\n${known.output}`);
    const { code, output } = await run(["npm", "publish", one.tarball, ...args], command);
    if (code !== 0) throw new Error(`${id} cannot be published:\n${output}`);
    published.push(one);
  }
  return published;
}
