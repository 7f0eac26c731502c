import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { isAlive } from "./bump-lock.ts";

/** Paths of a checkout that git knows or would know: what a commit could hold; in a stage, which git ignores, everything. */
export function listSources(root: string): string[] {
  const output = gitFiles(root);
  if (output === "") return listSourcesOfStage(root);
  return output.split("\0").filter((path) => path !== "" && existsSync(join(root, path)));
}

/** Empty where there is nothing that git knows, or no git. */
function gitFiles(cwd: string): string {
  const args = ["ls-files", "-co", "--exclude-standard", "-z"];
  try {
    return execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return "";
  }
}

/**
 * A copy of the checkout's sources below its own `.tmp`, with the installed packages linked: tools and tests run in it as
 * they do in the original. On the same file system, so that finished files can be moved over.
 */
export function createStage(root: string): string {
  mkdirSync(join(root, ".tmp"), { recursive: true });
  const stage = mkdtempSync(join(root, `.tmp/bump-${process.pid}-`));
  copySources(root, stage);
  // Turbo asks git for the files that a result depends on: the repository around the stage ignores it, and would have none.
  if (gitFiles(root) !== "") execFileSync("git", ["init", "-q"], { cwd: stage });
  return stage;
}

/** Environment of commands in a stage: what turbo has built or checked of the same sources in the checkout is taken from there. */
export function stageEnv(root: string): { readonly [name: string]: string } {
  return { SVC_BUMPING: "1", TURBO_CACHE_DIR: join(root, ".turbo/cache") };
}

/** Removes the stages of processes that were killed; a child of such a process may still write there for a moment. */
export function removeOrphans(root: string): void {
  const folder = join(root, ".tmp");
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const pid = /^bump-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Copies the sources of a checkout, and links what is installed in it. */
export function copySources(root: string, stage: string): void {
  const sources = listSources(root);
  for (const path of sources) {
    mkdirSync(dirname(join(stage, path)), { recursive: true });
    if (lstatSync(join(root, path)).isFile()) copyFileSync(join(root, path), join(stage, path));
  }
  keepFromInstalling(stage);
  const folders = new Set([
    "",
    ...sources.filter((path) => path.endsWith("/package.json")).map((path) => dirname(path)),
  ]);
  for (const folder of folders)
    if (folder === "" || !isOutdated(join(root, folder)))
      linkModules(join(root, folder, "node_modules"), join(stage, folder, "node_modules"));
}

/** Tools with a lockfile of their own are installed when they are first used. Of an older lockfile, the stage installs its own. */
function isOutdated(folder: string): boolean {
  const [wanted, installed] = [join(folder, LOCKFILE), join(folder, "node_modules/.pnpm/lock.yaml")];
  return existsSync(wanted) && !(existsSync(installed) && sameContent(wanted, installed));
}

const LOCKFILE = "pnpm-lock.yaml";

const WORKSPACE = "pnpm-workspace.yaml";

/** Installed packages are linked: if pnpm installed in a copy, as it does before scripts, it would write to the original. */
function keepFromInstalling(stage: string): void {
  const file = join(stage, WORKSPACE);
  if (!existsSync(file)) return;
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/^verifyDepsBeforeRun:.*$/m, "verifyDepsBeforeRun: false"));
}

/**
 * The packages of one `node_modules`. Links are copied as they are: those to installed packages lead into the shared
 * store, those to packages of the workspace to their copies in the stage.
 */
function linkModules(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name.startsWith("@")) linkModules(source, target);
    else if (entry.name !== ".cache") symlinkSync(source, target);
  }
}

/** Writes files into a stage. */
export function writeFiles(stage: string, files: ReadonlyMap<string, string>): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(stage, path)), { recursive: true });
    writeFileSync(join(stage, path), content);
  }
}

/** Differences between the sources of a stage and of the checkout. What git would ignore there is left by tools, and none of it. */
export function stagedChanges(root: string, stage: string): { write: string[]; remove: string[] } {
  const before = new Set(listSources(root));
  const after = listSourcesOfStage(stage);
  const ignored = gitIgnored(
    root,
    after.filter((path) => !before.has(path)),
  );
  const isChanged = (path: string) => path !== WORKSPACE && !sameContent(join(root, path), join(stage, path));
  const write = after.filter((path) => (before.has(path) ? isChanged(path) : !ignored.has(path)));
  const present = new Set(after);
  return { write, remove: [...before].filter((path) => !present.has(path)) };
}

/** Those of some paths that git ignores; none where there is no git. */
function gitIgnored(cwd: string, paths: readonly string[]): ReadonlySet<string> {
  const { stdout } = spawnSync("git", ["check-ignore", "-z", "--stdin"], {
    cwd,
    encoding: "utf8",
    input: paths.join("\0"),
  });
  return new Set((stdout ?? "").split("\0"));
}

/** The stage is no checkout of its own: everything in it but what tools leave behind. */
function listSourcesOfStage(stage: string, folder = ""): string[] {
  return readdirSync(join(stage, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (
      ["node_modules", "dist", ".git", ".turbo", ".tmp", "coverage"].includes(entry.name) ||
      entry.name.endsWith(".tsbuildinfo")
    )
      return [];
    return entry.isDirectory() ? listSourcesOfStage(stage, path) : [path];
  });
}

function sameContent(a: string, b: string): boolean {
  return readFileSync(a).equals(readFileSync(b));
}
