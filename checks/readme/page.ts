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
