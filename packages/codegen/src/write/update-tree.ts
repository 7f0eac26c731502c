import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Files } from "../emitter.ts";
import { hashOf } from "../stamp.ts";
import { UsageError } from "../usage-error.ts";
import { read } from "./differences.ts";
import { moveFiles } from "./move-files.ts";
import type { MovePlace } from "./move-place.ts";
import type { Owned } from "./replace-outputs.ts";

/** A directory, and what is to be in it. */
export interface TreeUpdate {
  readonly directory: string;
  readonly files: Files;
  readonly owned: Owned;
}

/** A tree as a place of moves. Its journal lies in it: so it is on the same file system. */
export function treePlace(directory: string): MovePlace {
  return { root: directory, journal: ".svc-staging" };
}

/**
 * Brings a tree up to date file by file, all or none: what the generator did not write stays where it is, installed
 * modules and a repository among them.
 *
 * @returns files that the generator wrote once and no longer writes, which stay because somebody has changed them
 * @throws UsageError where a link stands in a path, which would lead out of the tree, or a file of others in the place of a new one
 */
export function updateTree({ directory, files, owned }: TreeUpdate): string[] {
  for (const path of [...files.keys(), ...owned.keys()]) refuseLink(directory, path);
  for (const [path, text] of files) if (!owned.has(path)) refuseForeign(directory, path, text);
  const gone = [...owned].filter(([path]) => !files.has(path) && read(join(directory, path)) !== undefined);
  const [stale, edited] = partition(gone, ([path, hash]) => hashOf([read(join(directory, path)) ?? ""]) === hash);
  moveFiles(treePlace(directory), { write: files, remove: stale.map(([path]) => path) });
  return edited.map(([path]) => path);
}

function refuseLink(directory: string, path: string): void {
  if (lstatSync(join(directory, path), { throwIfNoEntry: false })?.isSymbolicLink())
    throw new UsageError(`${path}: is a link, which would lead out of the tree; remove it. Nothing was written.`);
}

function refuseForeign(directory: string, path: string, text: string): void {
  const present = read(join(directory, path));
  if (present !== undefined && present !== text)
    throw new UsageError(
      `${path}: was not generated, and stands where a file has to be; move it away. Nothing was written.`,
    );
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}
