import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { type CodeBlock, codeBlocks } from "./code-blocks.ts";

/** A Markdown file of the checkout. */
export interface Page {
  /** From the root of the checkout. */
  readonly path: string;
  /** The same as the name of a folder. */
  readonly folder: string;
  readonly markdown: string;
  readonly blocks: readonly CodeBlock[];
}

/** Reads pages by their paths from the root. */
export async function readPages(paths: readonly string[]): Promise<Page[]> {
  return Promise.all(
    paths.map(async (path) => {
      const markdown = await readFile(join(ROOT, path), "utf8");
      return { path, folder: path.replaceAll(/[^\w-]/g, "_"), markdown, blocks: codeBlocks(markdown) };
    }),
  );
}

/** Findings of a check of pages. */
export interface PagesResult {
  /** Findings, one entry each, with page and line. */
  readonly findings: readonly string[];
  /** Blocks that ran. */
  readonly run: number;
  /** Blocks that were type-checked or parsed, and not run; each with the reason. */
  readonly checkedOnly: readonly string[];
  /** Commands that were not run, each with the reason. */
  readonly notRun: readonly string[];
}

/** Several results as one. */
export function joinResults(results: readonly PagesResult[]): PagesResult {
  return {
    findings: results.flatMap(({ findings }) => findings),
    run: results.reduce((sum, { run }) => sum + run, 0),
    checkedOnly: results.flatMap(({ checkedOnly }) => checkedOnly),
    notRun: results.flatMap(({ notRun }) => notRun),
  };
}
