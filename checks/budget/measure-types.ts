import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { OURS } from "../../bench/types.ts";
import { readForeignDocument } from "../../engines/model/test/support/documents.ts";
import { must } from "../../scripts/toolkit/run-command.ts";
import { ROOT, svc } from "../../scripts/toolkit/tools.ts";
import type { Figures } from "./compare.ts";

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  customConditions: ["@svc/source"],
  strict: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/** Counts types and instantiations of three calls of a client of GitHub's document. @throws Error for a mistake in them */
export async function measureTypes(): Promise<Figures> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "svc-budget-"));
  const spec = join(folder.path, "github.json");
  writeFileSync(spec, readForeignDocument("github"));
  await must(svc(ROOT, "generate", "--spec", spec, "--out", join(folder.path, "tree")), ROOT);
  const consumer = join(folder.path, "consumer.ts");
  writeFileSync(consumer, OURS);
  const program = ts.createProgram([consumer], OPTIONS);
  // What is generated is checked with what calls it; the runtime is not, as when it is installed.
  const checked = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder.path));
  const [error] = checked.flatMap((file) => program.getSemanticDiagnostics(file));
  if (error !== undefined) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, "\n"));
  return {
    "types: types of three calls": program.getTypeCount(),
    "types: instantiations for three calls": program.getInstantiationCount(),
  };
}
