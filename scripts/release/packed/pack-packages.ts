import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { repositoryUrl } from "../../toolkit/repository-url.ts";
import { must } from "../../toolkit/run-command.ts";
import { ROOT, TOOLS } from "../../toolkit/tools.ts";
import { type Package, publishedPackages } from "./packages.ts";
import { standAlone, withFile } from "./readme-links.ts";

/** A package as it would be published. */
export interface Tarball {
  readonly package: Package;
  /** Absolute path of the `.tgz`. */
  readonly file: string;
}

/**
 * Packs every published package into `directory`. The links of their READMEs are made absolute.
 *
 * @param checkout a copy of the checkout, where its packages are to be packed and not those here
 * @throws Error where one cannot be packed, with what the package manager said.
 */
export async function packPackages(directory: string, checkout: string = ROOT): Promise<Tarball[]> {
  return Promise.all(publishedPackages().map((source) => pack(source, directory, checkout)));
}

async function pack(source: Package, directory: string, checkout: string): Promise<Tarball> {
  const destination = join(directory, source.manifest.name.replace("@", "").replace("/", "-"));
  await mkdir(destination, { recursive: true });
  const command = [...TOOLS.pnpm, "pack", "--pack-destination", destination];
  const { output } = await must(command, join(checkout, folderOf(source)));
  const [file] = (await readdir(destination)).filter((name) => name.endsWith(".tgz"));
  if (file === undefined) throw new Error(`${source.manifest.name} was packed into nothing:\n${output}`);
  const tarball = join(destination, file);
  const targets = { folder: folderOf(source), packages: PACKAGES, repository: repositoryUrl(source.manifest) };
  const alone = withFile(await readFile(tarball), "README.md", (markdown) => standAlone(markdown, targets));
  await writeFile(tarball, alone);
  return { package: source, file: tarball };
}

const PACKAGES: ReadonlyMap<string, string> = new Map(
  publishedPackages().map((source) => [folderOf(source), source.manifest.name]),
);

/** From the root. */
function folderOf({ directory }: Package): string {
  return relative(ROOT, directory).replaceAll("\\", "/");
}
