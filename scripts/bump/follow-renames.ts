import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { BumpPlan } from "@svc/codegen/bump";
import { changesBetween, rewritePaths } from "@svc/codegen/codemod-command";
import { packageEntries } from "../toolkit/package-entries.ts";
import { runCommand } from "../toolkit/run-command.ts";
import { TOOLS } from "../toolkit/tools.ts";
import { foldPrograms } from "./fold-programs.ts";

/** Files written by hand against the packages; tests are about documents of their own. */
const WRITTEN = ["README.md", "docs/api", "docs/guides", "docs/console", "examples"];

/** Changes that were made to examples and pages. */
export interface Followed {
  /** Names that were replaced. */
  readonly count: number;
  readonly files: ReadonlySet<string>;
  /** Places that have an old name still, where nothing tells what it stands for: file, line, and the new name. */
  readonly left: readonly string[];
}

/**
 * Gives examples and pages of a stage the names of a new document, and a made-up value for what calls have to give now, before anything is
 * generated from it. What does not hold then is found by running them.
 */
export async function followRenames(stage: string, plan: BumpPlan): Promise<Followed> {
  const { renames, calls, names } = changesBetween({ ...plan, ...plan.models }, true);
  if (renames.length + calls.length === 0) return { count: 0, files: new Set(), left: [] };
  const readmes = readdirSync(join(stage, "packages")).map((name) => `packages/${name}/README.md`);
  const paths = [...WRITTEN, ...readmes].map((path) => join(stage, path)).filter((path) => existsSync(path));
  const options = {
    changes: { renames, calls, watched: [], names },
    packages: "@svc",
    entries: packageEntries(stage),
  };
  const { rewritten, count, left } = rewritePaths(paths, options);
  for (const [file, text] of rewritten) writeFileSync(file, file.endsWith(".md") ? foldPrograms(text) : text);
  const files = new Set([...rewritten.keys()].map((file) => relative(stage, file)));
  const code = [...files].filter((file) => !file.endsWith(".md"));
  if (code.length > 0) await runCommand([...TOOLS.biome, "format", "--write", ...code], { cwd: stage });
  return {
    count,
    files,
    left: left.map(({ file, line, message }) => `${relative(stage, file)}:${line}: ${message}`),
  };
}
