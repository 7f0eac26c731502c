import type { CodeBlock } from "./code-blocks.ts";
import { promisedOutput } from "./code-blocks.ts";
import type { Page } from "./page.ts";

/** How a script is run. */
export type Runner = "node" | "vitest";

/** One TypeScript file: a block, and those that continue it. */
export interface Script {
  readonly page: Page;
  /** Name of the file in the folder of its page: what the block's first line says, `// name.ts`, or made of its line. */
  readonly name: string;
  readonly code: string;
  /** Lines of the fences, and how many lines of the file are before each block. */
  readonly parts: readonly { readonly line: number; readonly before: number }[];
  readonly promised: readonly string[];
  readonly runner: Runner;
  /** Why it is type-checked only; `undefined`: it is run. */
  readonly checkOnly: string | undefined;
}

/** The TypeScript files of a page. */
export function scriptsOf(page: Page): Script[] {
  const groups: CodeBlock[][] = [];
  for (const block of page.blocks) {
    if (block.language !== "ts") continue;
    const last = groups.at(-1);
    if (block.info === "continued" && last !== undefined) last.push(block);
    else groups.push([block]);
  }
  return groups.map((blocks) => toScript(page, blocks));
}

function toScript(page: Page, blocks: readonly CodeBlock[]): Script {
  let before = 0;
  const parts = blocks.map(({ line, code }) => {
    const part = { line, before };
    before += code.split("\n").length - 1;
    return part;
  });
  const code = blocks.map((block) => block.code).join("");
  const isVitest = /from "(?:vitest|@svc\/testing\/vitest)"/.test(code);
  const given = /^\/\/ (?:\.\/)?([\w.-]+\.ts)\n/.exec(code)?.[1];
  return {
    page,
    name: given ?? `block-${blocks[0]?.line}${isVitest ? ".test" : ""}.ts`,
    code,
    parts,
    promised: promisedOutput(code),
    runner: isVitest ? "vitest" : "node",
    checkOnly: blocks.map(({ info }) => /^check-only: (.+)$/.exec(info)?.[1]).find((reason) => reason !== undefined),
  };
}

/** The place in the page of a line of the file. */
export function placeOf({ page, parts }: Script, line: number): string {
  const part = parts.findLast(({ before }) => before < line);
  return `${page.path}:${(part?.line ?? 0) + line - (part?.before ?? 0)}`;
}

/** The place of the whole. */
export function startOf({ page, parts }: Script): string {
  return `${page.path}:${parts[0]?.line}`;
}
