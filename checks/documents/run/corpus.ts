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
  match: { type: "string", value: "TEXT", text: "only documents whose name contains TEXT" },
} as const;

/** Values of {@link CORPUS_OPTIONS}. */
interface CorpusValues {
  readonly corpus?: string | undefined;
  readonly sample?: string | undefined;
  readonly match?: string | undefined;
}

/** The documents that are tried. */
export interface Corpus extends Disposable {
  /** Absolute paths, in the order of their names. */
  readonly files: readonly string[];
}

/**
 * Opens a folder of documents, or an archive (`.tar`, `.tar.gz`, `.tar.xz`) of one.
 *
 * @throws UsageError where nothing is there, or nothing fits
 */
export function openCorpus({ corpus = OWN, sample, match = "" }: CorpusValues): Corpus {
  const opened = openPath(corpus);
  const matching = opened.files.filter((file) => file.includes(match));
  if (matching.length === 0) throw new UsageError("there is no such document.");
  return { ...opened, files: sampleOf(matching, count("sample", sample, Number.POSITIVE_INFINITY)) };
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

/** A number of the command line. @throws UsageError for text that is none from 1 on */
export function count(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new UsageError(`--${name} takes a number from 1 on, not ${text}.`);
  return number;
}
