import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The names of the changesets that have not become a version yet. */
export function pendingChangesets(root: string): string[] {
  const folder = join(root, ".changeset");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.filter((file) => file.endsWith(".md") && file !== "README.md").sort();
}
