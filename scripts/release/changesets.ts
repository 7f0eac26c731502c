import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The names of the changesets that have not become a version yet. */
export function pendingChangesets(root: string): string[] {
  const files = readdirSync(join(root, ".changeset"));
  return files.filter((file) => file.endsWith(".md") && file !== "README.md").sort();
}
