import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
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
import { dirname, isAbsolute, join, relative } from "node:path";
import { forgetGit } from "../cli/forget-git.ts";
import { UsageError } from "../usage-error.ts";
import { refuseOutside } from "../write/move-place.ts";
import { isAlive } from "./bump-lock.ts";

/** Paths of a checkout that git knows or would know: what a commit could hold; without git, everything but what tools leave behind. */
export function listSources(root: string): string[] {
  const output = gitFiles(root);
  if (output === "") return listFiles(root);
  return output.split("\0").filter((path) => path !== "" && existsSync(join(root, path)));
}

/** Empty where there is nothing that git knows, or no git. */
function gitFiles(cwd: string): string {
  return git(cwd, ["ls-files", "-co", "--exclude-standard", "-z"]);
}

/** Output of git in a folder; empty where it fails, or there is none. */
function git(cwd: string, args: readonly string[], input = ""): string {
  const { status, stdout } = spawnSync("git", args, {
    ...{ cwd, input, encoding: "utf8", env: forgetGit({ ...process.env }) },
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  return status === 0 ? stdout : "";
}

/**
 * A copy of the checkout's sources below its own `.tmp`, with the installed packages linked: tools and tests run in it as
 * they do in the original. On the same file system, so that finished files can be moved over.
 */
export function createStage(root: string): string {
  const stage = createStageFolder(root);
  copySources(root, stage);
  const copied = listFiles(stage).filter((path) => isFile(join(stage, path)));
  const digests = Object.fromEntries(copied.map((path) => [path, digest(join(stage, path))]));
  writeFiles(stage, new Map([[COPIED, JSON.stringify(digests)]]));
  // Turbo asks git for the files that a result depends on: the repository around the stage ignores it, and would have none.
  // No template: it could hide files, or bring hooks. In a hook of git, the repository that it names would be made bare.
  if (gitFiles(root) !== "")
    execFileSync("git", ["init", "-q", "--template="], { cwd: stage, env: forgetGit({ ...process.env }) });
  return stage;
}

/** A new folder for a copy of a checkout; {@link removeOrphans} removes it where this process is killed. */
function createStageFolder(root: string): string {
  refuseOutside({ root }, ".tmp");
  mkdirSync(join(root, ".tmp"), { recursive: true });
  return mkdtempSync(join(root, `.tmp/bump-${process.pid}-`));
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
    const [from, to] = [join(root, path), join(stage, path)];
    mkdirSync(dirname(to), { recursive: true });
    if (isFile(from)) copyFileSync(from, to);
    else if (leadsInside(root, path)) symlinkSync(readlinkSync(from), to);
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

/** Not so a link, a submodule, and a repository within this one, which git lists as well. */
function isFile(path: string): boolean {
  return lstatSync(path).isFile();
}

/** Whether a path is a link that leads to the copy of its target in a stage. Through any other, a stage would write to the original. */
function leadsInside(root: string, path: string): boolean {
  const file = join(root, path);
  if (!lstatSync(file).isSymbolicLink()) return false;
  const target = readlinkSync(file);
  return !isAbsolute(target) && !relative(root, join(dirname(file), target)).startsWith("..");
}

/** Tools with a lockfile of their own are installed when they are first used. Of an older lockfile, the stage installs its own. */
function isOutdated(folder: string): boolean {
  const [wanted, installed] = [join(folder, "pnpm-lock.yaml"), join(folder, "node_modules/.pnpm/lock.yaml")];
  return existsSync(wanted) && !(existsSync(installed) && readFileSync(wanted).equals(readFileSync(installed)));
}

/** Installed packages are linked: if pnpm installed in a copy, as it does before scripts, it would write to the original. */
function keepFromInstalling(stage: string): void {
  const file = join(stage, "pnpm-workspace.yaml");
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

/** Digests of the files of a stage as they were copied: people go on working in the checkout while a bump runs. */
const COPIED = ".tmp/copied.json";

function digest(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("base64");
}

/**
 * Files that were changed in a stage since it was made. What git would ignore in the checkout is left by tools, and none of it. Links
 * stay as they are.
 *
 * @throws UsageError if one of them was changed, added or removed in the checkout meanwhile, too
 */
export function stagedChanges(root: string, stage: string): { write: string[]; remove: string[] } {
  const before = new Map(
    Object.entries(JSON.parse(readFileSync(join(stage, COPIED), "utf8")) as { [path: string]: string }),
  );
  const after = listFiles(stage).filter((path) => isFile(join(stage, path)));
  const ignored = gitIgnored(
    root,
    after.filter((path) => !before.has(path)),
  );
  const isChanged = (path: string) => before.get(path) !== digest(join(stage, path));
  const write = after.filter((path) => (before.has(path) ? isChanged(path) : !ignored.has(path)));
  const present = new Set(after);
  const remove = [...before.keys()].filter((path) => !present.has(path));
  const stillThere = remove.filter((path) => existsSync(join(root, path)));
  const changed = [...write, ...stillThere].find((path) => !isAsCopied(join(root, path), before.get(path)));
  if (changed !== undefined)
    throw new UsageError(
      `${changed} was changed while the bump ran, which changes it as well; nothing was changed. Bump again.`,
    );
  return { write, remove };
}

/** Whether a path of the checkout still has the content that was copied; undefined: none. Links stay as they are. */
function isAsCopied(file: string, copied: string | undefined): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return copied === undefined;
  return !stats.isFile() || digest(file) === copied;
}

/**
 * Refuses a bump of a document that was edited and not committed: the new one would replace the edit. What an earlier bump has written,
 * which has frozen the document before it, is no edit.
 *
 * @throws UsageError with what to do
 */
export function refuseEdited(root: string): void {
  const args = ["status", "--porcelain", "--untracked-files=all", "--", "spec/openapi.yaml", "spec/history"];
  const lines = git(root, args).split("\n");
  const isEdited = lines.some((line) => /^(?: M|M.) .*spec\/openapi\.yaml$/.test(line));
  if (!isEdited || lines.some((line) => line.includes("spec/history/"))) return;
  throw new UsageError(
    "spec/openapi.yaml: has changes that are not committed, which the new document would replace. Nothing was changed; commit them, " +
      "write them as an overlay in spec/overlays/, or restore the file.",
  );
}

/** Those of some paths that git ignores; none where there is no git. */
function gitIgnored(cwd: string, paths: readonly string[]): ReadonlySet<string> {
  return new Set(git(cwd, ["check-ignore", "-z", "--stdin"], paths.join("\0")).split("\0"));
}

/** Everything in a folder but what tools leave behind. */
function listFiles(root: string, folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (/^(?:node_modules|dist|\.git|\.turbo|\.tmp|coverage)$|\.tsbuildinfo$/.test(entry.name)) return [];
    return entry.isDirectory() ? listFiles(root, path) : [path];
  });
}
