import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readForeignDocument } from "../engines/model/test/support/documents.ts";
import { median, type Report, ratioOf } from "./report.ts";

const ROOT = resolve(import.meta.dirname, "..");
const ROUNDS = 5;
const DOCUMENTS: readonly (readonly [name: string, file: string, text: () => string])[] = [
  ["this project's, 5 operations", "openapi.yaml", () => readFileSync(join(ROOT, "spec/openapi.yaml"), "utf8")],
  ["GitHub's, 1,200 operations", "github.json", () => readForeignDocument("github")],
];

/** Whole processes, one after the other, ours and openapi-typescript's command in turn. */
export async function run(): Promise<Report> {
  const rows = DOCUMENTS.map(([name, fileName, text]) => {
    const directory = mkdtempSync(join(tmpdir(), "svc-bench-"));
    const file = join(directory, fileName);
    writeFileSync(file, text());
    const ours: number[] = [];
    const theirs: number[] = [];
    const again: number[] = [];
    const out = join(directory, "tree");
    for (let round = 0; round < ROUNDS; round++) {
      rmSync(out, { recursive: true, force: true });
      const generate = [join(ROOT, "main.ts"), "generate", "--spec", file, "--out", out];
      ours.push(seconds(generate));
      again.push(seconds(generate));
      const cli = join(import.meta.dirname, "node_modules/openapi-typescript/bin/cli.js");
      theirs.push(seconds([cli, file, "-o", join(directory, "types.ts")]));
    }
    rmSync(directory, { recursive: true });
    return [
      name,
      ...[ours, theirs].map((times) => median(times).toFixed(2)),
      ratioOf(ours, theirs),
      median(again).toFixed(2),
    ];
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
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
  return (performance.now() - begin) / 1000;
}
