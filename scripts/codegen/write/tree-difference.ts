import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Files } from "../files.ts";

export interface TreeDifference {
  readonly path: string;
  readonly kind: "missing" | "changed" | "unexpected";
}

/** How the files on disk differ from what the document gives, by path. `ignore` names entries at the top to leave alone. */
export function treeDifference(directory: string, files: Files, ignore: readonly string[] = []): TreeDifference[] {
  const present = new Map(listFiles(directory, ignore).map((path) => [path, readFileSync(join(directory, path), "utf8")]));
  const expected = [...files].flatMap(([path, content]): TreeDifference[] => {
    const actual = present.get(path);
    if (actual === undefined) return [{ path, kind: "missing" }];
    return actual === content ? [] : [{ path, kind: "changed" }];
  });
  const unexpected = [...present.keys()]
    .filter((path) => !files.has(path))
    .map((path): TreeDifference => ({ path, kind: "unexpected" }));
  return [...expected, ...unexpected].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** All files below a directory, relative to it, with `/`; links are listed, not followed. Empty where there is none. */
function listFiles(directory: string, ignore: readonly string[]): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/"))
      .filter((path) => !ignore.includes(path.split("/")[0] ?? ""));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
