import { mkdtempDisposableSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readForeignDocument } from "../engines/model/test/support/documents.ts";
import { ROOT } from "../scripts/toolkit/tools.ts";
import { median, type Report, ratioOf, runNode } from "./report.ts";

const ROUNDS = 5;
const DOCUMENTS: readonly (readonly [name: string, file: string, text: () => string])[] = [
  ["this project's, 5 operations", "openapi.yaml", () => readFileSync(join(ROOT, "spec/openapi.yaml"), "utf8")],
  ["GitHub's, 1,200 operations", "github.json", () => readForeignDocument("github")],
];

/** Whole processes, one after the other, ours and openapi-typescript's command in turn. */
export async function run(): Promise<Report> {
  const cli = join(import.meta.dirname, "node_modules/openapi-typescript/bin/cli.js");
  const rows = DOCUMENTS.map(([name, fileName, text]) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), "svc-bench-"));
    const [file, out] = [join(folder.path, fileName), join(folder.path, "tree")];
    writeFileSync(file, text());
    const ours: number[] = [];
    const theirs: number[] = [];
    const again: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rmSync(out, { recursive: true, force: true });
      const generate = [join(ROOT, "main.ts"), "generate", "--spec", file, "--out", out];
      ours.push(seconds(generate));
      again.push(seconds(generate));
      theirs.push(seconds([cli, file, "-o", join(folder.path, "types.ts")]));
    }
    const [all, types, last] = [ours, theirs, again].map((times) => median(times).toFixed(2));
    return [name, all, types, ratioOf(ours, theirs), last] as string[];
  });
  return {
    name: "generate",
    title: "Generating",
    method: `Wall time of whole processes in seconds, median of ${ROUNDS} in turn. This generator emits types, client, fake, builders and pages; openapi-typescript emits types.`,
    columns: ["document", "everything", "openapi-typescript alone", "ratio", "again, nothing changed"],
    rows,
  };
}

function seconds(args: readonly string[]): number {
  const begin = performance.now();
  runNode(args);
  return (performance.now() - begin) / 1000;
}
