import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Files } from "@svc/codegen/workspace";
import { linkPackages } from "@svc/codegen/workspace";

/** A directory of generated trees, in which the packages that they import can be resolved. */
export interface GeneratedTrees extends Disposable {
  readonly root: string;
  /** Writes a tree below a name; returns its directory. */
  write(name: string, files: Files): string;
}

/** Makes the directory, outside of the workspace: nothing that lies around here may help. */
export function createTrees(): GeneratedTrees {
  const root = mkdtempSync(join(tmpdir(), "svc-trees-"));
  linkPackages(root);
  return {
    root,
    write(name, files) {
      const directory = join(root, name);
      for (const [path, content] of files) {
        const target = resolve(directory, path);
        if (!target.startsWith(`${directory}/`)) throw new Error(`${path} leaves its tree`);
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, content);
      }
      return directory;
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}
