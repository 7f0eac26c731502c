import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { UsageError } from "@svc/codegen/workspace";

/** The documents that are tried. */
export interface Corpus extends Disposable {
  /** Absolute paths, in the order of their names. */
  readonly files: readonly string[];
}

/** Opens a folder of documents, or an archive (`.tar`, `.tar.gz`, `.tar.xz`) of one. @throws UsageError */
export function openCorpus(path: string): Corpus {
  const place = resolve(path);
  if (!existsSync(place)) throw new UsageError(`--corpus: there is no ${path}`);
  if (statSync(place).isDirectory()) return { files: documentsIn(place), [Symbol.dispose]: () => {} };
  const directory = mkdtempSync(join(tmpdir(), "svc-corpus-"));
  execFileSync("tar", ["-xf", place, "-C", directory]);
  return {
    files: documentsIn(directory),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function documentsIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:json|ya?ml)$/.test(path))
    .sort()
    .map((path) => join(directory, path));
}

/** A number of documents, spread evenly over the whole. */
export function sampleOf(files: readonly string[], count: number): string[] {
  if (count >= files.length) return [...files];
  return Array.from({ length: count }, (_, index) => files[Math.floor((index * files.length) / count)] ?? "");
}

/** A number of the command line. @throws UsageError for text that is none from 1 on */
export function count(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new UsageError(`--${name} takes a number from 1 on, not ${text}.`);
  return number;
}
