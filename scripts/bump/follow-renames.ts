import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { BumpPlan } from "@svc/codegen/bump";
import { changesBetween, rewritePaths } from "@svc/codegen/codemod-command";
import { packageEntries } from "../toolkit/package-entries.ts";
import { runCommand } from "../toolkit/run-command.ts";
import { TOOLS } from "../toolkit/tools.ts";

/** What is written by hand against the packages; tests are about documents of their own. */
const WRITTEN = ["README.md", "docs/api", "docs/guides", "docs/playground/src", "examples"];

/**
 * Gives examples and pages of a stage the names of a new document, and a made-up value for what calls have to give now, before anything is
 * generated from it. What does not hold then is found by running them.
 *
 * @returns how many places were rewritten, and in which files
 */
export async function followRenames(stage: string, plan: BumpPlan): Promise<{ count: number; files: Set<string> }> {
  const { renames, calls } = changesBetween({ ...plan, ...plan.models }, true);
  if (renames.length + calls.length === 0) return { count: 0, files: new Set() };
  const readmes = readdirSync(join(stage, "packages")).map((name) => `packages/${name}/README.md`);
  const paths = [...WRITTEN, ...readmes].map((path) => join(stage, path)).filter((path) => existsSync(path));
  const options = {
    changes: { renames, calls, watched: [], names: [] },
    packages: "@svc",
    entries: packageEntries(stage),
  };
  const { rewritten, count } = rewritePaths(paths, options);
  for (const [file, text] of rewritten) writeFileSync(file, text);
  const files = new Set([...rewritten.keys()].map((file) => relative(stage, file)));
  const code = [...files].filter((file) => !file.endsWith(".md"));
  if (code.length > 0) await runCommand([...TOOLS.biome, "format", "--write", ...code], { cwd: stage });
  return { count, files };
}
