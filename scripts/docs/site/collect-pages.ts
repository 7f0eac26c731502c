import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withoutLeftOut } from "../left-out.ts";
import type { Page } from "./page.ts";

const SINGLE: readonly (readonly [source: string, path: string])[] = [
  ["docs/benchmarks.md", "benchmarks.md"],
  ["docs/diff-rules.md", "diff-rules.md"],
  ["spec/UNKNOWNS.md", "unknowns.md"],
  ["CONTRIBUTING.md", "contributing.md"],
  ["SECURITY.md", "security.md"],
  ["packages/codegen/README.md", "guides/codegen.md"],
];

/** The pages that are Markdown files of the checkout: guides, examples, decisions, and some at their own addresses. */
export function collectPages(root: string): Page[] {
  const folder = (source: string, path: string): (readonly [string, string])[] =>
    namesIn(join(root, source))
      .filter((name) => name.endsWith(".md"))
      .map((name) => [`${source}/${name}`, `${path}/${name}`]);
  const examples = namesIn(join(root, "examples"))
    .filter((name) => existsSync(join(root, "examples", name, "README.md")))
    .map((name) => [`examples/${name}/README.md`, `examples/${name}.md`] as const);
  const all = [...SINGLE, ...folder("docs/guides", "guides"), ...folder("docs/decisions", "decisions"), ...examples];
  return all
    .filter(([source]) => existsSync(join(root, source)))
    .map(([source, path]) => ({ path, source, markdown: withoutLeftOut(readFileSync(join(root, source), "utf8")) }));
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}
