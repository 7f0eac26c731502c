import { readFileSync } from "node:fs";
import type { TreeOptions } from "../run-tree.ts";
import { hashOf, version } from "../stamp.ts";
import type { TreeSummary } from "../summary.ts";
import type { TreeHost } from "../tree-host.ts";

/** Milliseconds after which people want to know what takes so long. */
const PATIENCE_MS = 300;

/** The published generator: the tree's user installs what it imports. */
export function publishedHost({ out }: TreeOptions): TreeHost {
  const begin = performance.now();
  return {
    command: "svc-codegen --spec FILE --out DIR",
    version: version(),
    fingerprint: () => hashOf([version(), readFileSync(new URL(import.meta.url))]),
    onProgress(step) {
      const elapsed = performance.now() - begin;
      if (process.stderr.isTTY || elapsed > PATIENCE_MS) console.error(`${seconds(elapsed)}  ${step}`);
    },
    onSummary: (summary) =>
      console.log(`\n${formatSummary(summary, out)}\ndone in ${seconds(performance.now() - begin)}`),
  };
}

/** Figures of a generated tree, and the commands with which it is tried; by default those of a tree on its own. */
export function formatSummary(
  summary: TreeSummary,
  out: string,
  commands: readonly string[] = [`cd ${out}`, "npm install", "npm run try"],
): string {
  const { title, operations, schemas, resources, lists, streams, waiters, repairs, files, bytes, tableBytes } = summary;
  const repaired = repairs === 0 ? "none" : `${repairs}, in ${out}/repairs.overlay.yaml`;
  const rows = [
    ["operations", `${operations}, with ${schemas} schemas`],
    ["pages", `${lists} lists are iterated page by page`],
    ["streams", `${streams} operations answer with streams`],
    ["waiters", `${waiters} methods wait for a state`],
    ["resources", `${resources} are stored by the fake`],
    ["repairs", repaired],
    ["written", `${files} files, ${kilobytes(bytes)}`],
    ["in a bundle", `${kilobytes(tableBytes)} gzipped for the table of all operations, beside the runtime`],
  ] as const;
  const table = rows.map(([name, text]) => `  ${name.padEnd(12)}${text}`).join("\n");
  return `${title} ${summary.version}\n${table}\n\nTry it:\n${commands.map((command) => `  ${command}\n`).join("")}`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
