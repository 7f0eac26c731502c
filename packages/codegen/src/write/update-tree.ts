import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Files } from "../emitter.ts";
import { hashOf } from "../stamp.ts";
import { UsageError } from "../usage-error.ts";
import { read } from "./differences.ts";
import type { Owned, TreeStamp } from "./replace-outputs.ts";

/** Folder in the tree for what is on its way in or out; one that is left is of a run that was killed. */
const STAGING = ".svc-staging-";

/** A directory, and what is to be in it. The stamp is written last: until then the next run does all of it again. */
export interface TreeUpdate {
  readonly directory: string;
  readonly files: Files;
  readonly owned: Owned;
  readonly stamp: TreeStamp;
}

/**
 * Brings a tree up to date file by file: what the generator did not write stays where it is, installed modules and a repository
 * among them. Everything is written beside its place first; if one file cannot be moved, those moved before go back. A run
 * that is killed leaves a stamp by which the next one completes it.
 *
 * @returns files that the generator wrote once and no longer writes, which stay because somebody has changed them
 * @throws UsageError where a link stands in a path, which would lead out of the tree, or a file of others in the place of a new one
 */
export function updateTree({ directory, files, owned, stamp }: TreeUpdate): string[] {
  const paths = [...files.keys()].filter((path) => path !== stamp.path);
  for (const path of [...paths, ...owned.keys()]) refuseLinks(directory, path);
  for (const path of paths) if (!owned.has(path)) refuseForeign(directory, path, files.get(path));
  for (const name of readdirSync(directory))
    if (name.startsWith(STAGING)) rmSync(join(directory, name), { recursive: true });
  const staging = mkdtempSync(join(directory, STAGING));
  const undo: (() => void)[] = [];
  try {
    for (const [path, text] of [...files, ["unfinished", stamp.unfinished] as const])
      writeBelow(join(staging, path === "unfinished" ? path : `next/${path}`), text);
    const gone = [...owned].filter(([path]) => !files.has(path) && read(join(directory, path)) !== undefined);
    const [stale, edited] = partition(gone, ([path, hash]) => hashOf([read(join(directory, path)) ?? ""]) === hash);
    const before = read(join(directory, stamp.path));
    renameSync(join(staging, "unfinished"), join(directory, stamp.path));
    if (before !== undefined) undo.push(() => writeFileSync(join(directory, stamp.path), before));
    for (const path of paths) undo.push(moveIn(directory, path, staging));
    for (const [path] of stale) undo.push(moveOut(directory, path, staging));
    renameSync(join(staging, "next", stamp.path), join(directory, stamp.path));
    undo.length = 0;
    for (const [path] of stale) removeEmpty(directory, dirname(path));
    return edited.map(([path]) => path);
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function moveIn(directory: string, path: string, staging: string): () => void {
  const target = join(directory, path);
  const back = existsSync(target) ? moveOut(directory, path, staging) : () => rmSync(target, { force: true });
  mkdirSync(dirname(target), { recursive: true });
  renameSync(join(staging, "next", path), target);
  return back;
}

/** Moves a file away, and gives the function that puts it back. */
function moveOut(directory: string, path: string, staging: string): () => void {
  const [target, kept] = [join(directory, path), join(staging, "previous", path)];
  mkdirSync(dirname(kept), { recursive: true });
  renameSync(target, kept);
  return () => renameSync(kept, target);
}

/** Removes folders that nothing is left in. */
function removeEmpty(directory: string, path: string): void {
  for (let folder = path; folder !== "."; folder = dirname(folder)) {
    if (!existsSync(join(directory, folder)) || readdirSync(join(directory, folder)).length > 0) return;
    rmdirSync(join(directory, folder));
  }
}

function refuseLinks(directory: string, path: string): void {
  const parts = path.split("/");
  for (const [index] of parts.entries()) {
    const own = parts.slice(0, index + 1).join("/");
    if (lstatSync(join(directory, own), { throwIfNoEntry: false })?.isSymbolicLink())
      throw new UsageError(`${own}: is a link, which would lead out of the tree; remove it. Nothing was written.`);
  }
}

function refuseForeign(directory: string, path: string, text: string | undefined): void {
  const present = read(join(directory, path));
  if (present !== undefined && present !== text)
    throw new UsageError(
      `${path}: was not generated, and stands where a file has to be; move it away. Nothing was written.`,
    );
}

function writeBelow(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}
