import { readFileSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";

const MAX_BYTES = 50_000_000;

/**
 * Reads files below a folder, by their real paths: a link that leads out of it leads nowhere.
 *
 * @returns a function that gives undefined where there is no such file, and throws an Error whose message says why one
 * cannot be read
 */
export function createFileReader(folder: string): (path: string) => string | undefined {
  const root = realpathSync(folder);
  return (path) => {
    const file = realPath(join(root, path));
    if (file === undefined) return undefined;
    if (!file.startsWith(root.endsWith(sep) ? root : root + sep)) {
      throw new Error("that is outside of the document's folder");
    }
    const stats = statSync(file);
    if (!stats.isFile()) throw new Error("that is no file");
    if (stats.size > MAX_BYTES) throw new Error(`that is larger than ${MAX_BYTES} bytes`);
    return readFileSync(file, "utf8");
  };
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
