import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Version of this package, and of the runtimes that are released with it. */
export function version(): string {
  // The folder above is that of the package, for sources and for what is built of them.
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Folder of the files that a new repository begins with, in the package. */
export const TEMPLATES: URL = new URL("../templates/", import.meta.url);

/** Where a generated tree has its stamp; it also tells such a tree from a directory that holds somebody's work. */
export const TREE_STAMP = ".generated.json";

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

/** What the generator owns in a tree, by the stamp that lies there; paths that lead out of it are nobody's. */
export function ownedBy(stamp: Stamp | undefined): ReadonlyMap<string, string> {
  const files = Object.entries(Object(stamp?.files) as Stamp["files"]);
  return new Map(files.filter(([path, hash]) => !leadsOut(path) && typeof hash === "string"));
}

/** Whether a path with `/` leads out of the folder that it is relative to, or is no such path at all. */
export function leadsOut(path: string): boolean {
  return /(?:^|\/)\.{0,2}(?:\/|$)|\\/.test(path);
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

/** SHA-256 of the parts, in hex; each part is framed by its length. */
export function hashOf(parts: Iterable<string | Uint8Array>): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest("hex");
}
