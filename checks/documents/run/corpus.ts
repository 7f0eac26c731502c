import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { UsageError } from "@svc/codegen/workspace";

/** Small documents of this repository, one for each defect that was found in a published one. */
const OWN = resolve(import.meta.dirname, "../corpus");

/** Options that say which documents are tried. */
export const CORPUS_OPTIONS = {
  corpus: {
    type: "string",
    value: "FILE.tar.xz|DIR",
    text: "archive or folder of documents; without it the regression corpus of this repository",
  },
  sample: { type: "string", value: "N", text: "N documents, spread over the corpus" },
} as const;

/** Values of {@link CORPUS_OPTIONS}. */
interface CorpusValues {
  readonly corpus?: string | undefined;
  readonly sample?: string | undefined;
}

/** The documents that are tried. */
export interface Corpus extends Disposable {
  /** Absolute paths, in the order of their names. */
  readonly files: readonly string[];
}

/**
 * Opens a folder of documents, or an archive (`.tar`, `.tar.gz`, `.tar.xz`) of one.
 *
 * @throws UsageError where nothing is there
 */
export function openCorpus({ corpus = OWN, sample }: CorpusValues): Corpus {
  const opened = openPath(corpus);
  if (opened.files.length === 0) throw new UsageError(`--corpus: there is no document in ${corpus}`);
  return { ...opened, files: sampleOf(opened.files, toCount(sample)) };
}

function openPath(path: string): Corpus {
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
function sampleOf(files: readonly string[], count: number): string[] {
  if (count >= files.length) return [...files];
  return Array.from({ length: count }, (_, index) => files[Math.floor((index * files.length) / count)] ?? "");
}

function toCount(text = "Infinity"): number {
  const number = Number(text);
  if (!(number >= 1)) throw new UsageError(`--sample takes a number from 1 on, not ${text}.`);
  return Math.floor(number);
}
