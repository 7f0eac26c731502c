import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BumpPlan } from "@svc/codegen/bump";
import { changesBetween, rewritePaths } from "@svc/codegen/codemod-command";
import { packageEntries } from "../toolkit/package-entries.ts";

/** What is written by hand against the packages; tests are about documents of their own. */
const WRITTEN = ["README.md", "docs/api", "docs/guides", "docs/playground/src", "examples"];

/**
 * Gives examples and pages of a stage the names of a new document, and a made-up value for what calls have to give now, before anything is
 * generated from it. What does not hold then is found by running them.
 *
 * @returns how many places were rewritten
 */
export function followRenames(stage: string, plan: BumpPlan): number {
  const { renames, calls } = changesBetween({ ...plan, ...plan.models }, true);
  if (renames.length + calls.length === 0) return 0;
  const readmes = readdirSync(join(stage, "packages")).map((name) => `packages/${name}/README.md`);
  const paths = [...WRITTEN, ...readmes].map((path) => join(stage, path)).filter((path) => existsSync(path));
  const options = {
    changes: { renames, calls, watched: [], names: [] },
    packages: "@svc",
    entries: packageEntries(stage),
  };
  const { rewritten, count } = rewritePaths(paths, options);
  for (const [file, text] of rewritten) writeFileSync(file, text);
  return count;
}
