import { readFileSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { DocumentError } from "@svc/model";
import { UsageError } from "../usage-error.ts";

/** Whether a document is given by its address, not by the path of a file. */
export function isAddress(given: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(given);
}

/**
 * The text of a document that was given by a path or an address.
 *
 * @throws UsageError for an address where none may be fetched
 * @throws DocumentError where it cannot be read
 */
export async function readGiven(given: string, options: { readonly allowNetwork: boolean }): Promise<string> {
  if (!isAddress(given)) return readText(given);
  if (!options.allowNetwork) {
    throw new UsageError(
      `${given}: is an address, and nothing is fetched without --allow-network; give that, too, or the path of a file.`,
    );
  }
  const { fetchDocument } = await import("./fetch-document.ts");
  return fetchDocument(given);
}

const REASONS: { readonly [code: string]: string } = {
  ENOENT: "there is no such file",
  EISDIR: "it is a directory",
  ENXIO: "it is a device",
};

/** The text of a document's file. @throws DocumentError saying why it cannot be read */
export function readText(file: string): string {
  try {
    // `/dev/zero` has no end.
    if (statSync(file).isCharacterDevice()) throw Object.assign(new Error(file), { code: "ENXIO" });
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const message = `${REASONS[code] ?? `it cannot be read (${code})`}; give the path of an OpenAPI document in JSON or YAML`;
    throw new DocumentError([{ file, pointer: "", message }], { cause: error });
  }
}

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
      throw new Error("that is outside the document's folder");
    }
    const stats = statSync(file);
    if (!stats.isFile()) throw new Error("that is not a file");
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
