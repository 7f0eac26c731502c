import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "./sources.ts";

/** Where a generated tree has its stamp; it also tells such a tree from a directory that holds somebody's work. */
export const TREE_STAMP = ".generated.json";

/** Where the stamp of the packages lies: beside the installed tools, not committed. */
export const PACKAGES_STAMP = "node_modules/.cache/svc-generate.json";

/** Output and input of a run: lets the next run see in milliseconds that there is nothing to do. */
export interface Stamp {
  /** Hash of the document, the options and the generator. */
  readonly inputs: string;
  /** Hash of each file by its path. */
  readonly files: { readonly [path: string]: string };
}

export function createStamp(inputs: string, files: Iterable<readonly [path: string, content: string]>): Stamp {
  return { inputs, files: Object.fromEntries([...files].map(([path, content]) => [path, hashOf([content])])) };
}

/** The stamp in a file; undefined where there is none or it cannot be read. */
export function readStamp(file: string): Stamp | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Stamp;
  } catch {
    return undefined;
  }
}

/** Inputs of a stamp whose files are not all written yet: those of no run. */
const UNFINISHED = "unfinished";

/** What the generator owns in a tree, by the stamp that lies there; paths that lead out of it are nobody's. */
export function ownedBy(stamp: Stamp | undefined): ReadonlyMap<string, string> {
  const files = Object.entries(Object(stamp?.files) as Stamp["files"]);
  return new Map(files.filter(([path, hash]) => !/(?:^|\/)\.{0,2}(?:\/|$)|\\/.test(path) && typeof hash === "string"));
}

/** The stamp of a tree while it is brought from one state to the next: it owns the files of both. */
export function unfinishedStamp(before: Stamp | undefined, after: Stamp): Stamp {
  return { inputs: UNFINISHED, files: { ...Object.fromEntries(ownedBy(before)), ...after.files } };
}

/** Whether every file still is what the same inputs gave: then generating would change nothing. */
export function isFresh(stamp: Stamp | undefined, inputs: string, root: string): boolean {
  if (stamp === undefined || stamp.inputs !== inputs) return false;
  return Object.entries(stamp.files).every(([path, hash]) => {
    try {
      return hashOf([readFileSync(join(root, path), "utf8")]) === hash;
    } catch {
      return false;
    }
  });
}
