import * as nodeFs from "node:fs";
import { dirname, join } from "node:path";
import { hashOf, leadsOut } from "../stamp.ts";
import { UsageError } from "../usage-error.ts";

/** The part of the file system that moves files. Tests end a process, or refuse one file, at any step of it. */
export type FileSystem = Pick<
  typeof nodeFs,
  | "chmodSync"
  | "copyFileSync"
  | "existsSync"
  | "lstatSync"
  | "mkdirSync"
  | "readdirSync"
  | "readFileSync"
  | "renameSync"
  | "rmdirSync"
  | "rmSync"
  | "writeFileSync"
>;

/** Where files are moved. */
export interface MovePlace {
  /** Folder whose files change. */
  readonly root: string;
  /** Folder in it, on the same file system, that holds the journal, the new files and copies of the old ones. */
  readonly journal: string;
  /** @default that of Node.js */
  readonly fs?: FileSystem;
}

/** Stands for the digest of a file that is not there. */
export const ABSENT = "absent";

/** Digest of a file's content; of a folder in its place, a word that no file has. */
export function digestOf({ fs = nodeFs }: MovePlace, file: string): string {
  try {
    return hashOf([fs.readFileSync(file)]);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return ABSENT;
    if (code === "EISDIR") return "folder";
    throw error;
  }
}

/**
 * Refuses a path where something is to be written.
 *
 * @throws UsageError for a path that leads out of the root, by itself or by a link in its place or in that of a folder
 */
export function refuseOutside({ root, fs = nodeFs }: Pick<MovePlace, "root" | "fs">, path: string): void {
  if (leadsOut(path)) throw new UsageError(`${path}: leads out of the folder. Nothing was written.`);
  for (let part = path; part !== "."; part = dirname(part))
    if (fs.lstatSync(join(root, part), { throwIfNoEntry: false })?.isSymbolicLink())
      throw new UsageError(`${part}: is a link, which may lead out of the folder; remove it. Nothing was written.`);
}

/** Writes a single file. @throws UsageError as {@link refuseOutside} does */
export function writeInside(root: string, path: string, text: string): void {
  refuseOutside({ root }, path);
  nodeFs.writeFileSync(join(root, path), text);
}

/** Removes folders that nothing is left in. */
export function removeEmpty({ root, fs = nodeFs }: MovePlace, path: string): void {
  for (let folder = path; folder !== "."; folder = dirname(folder)) {
    if (!fs.existsSync(join(root, folder))) continue;
    if (fs.readdirSync(join(root, folder)).length > 0) return;
    fs.rmdirSync(join(root, folder));
  }
}
