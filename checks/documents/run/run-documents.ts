import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { linkPackages } from "@svc/codegen/workspace";
import { type CommandResult, runCommand } from "../../../scripts/toolkit/run-command.ts";
import { svc } from "../../../scripts/toolkit/tools.ts";
import { fromSource } from "../../from-source.ts";
import type { CallReport } from "../call-operations.ts";
import { COMPILERS, checkTrees } from "../check-trees.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** Result of one document. */
export interface DocumentResult {
  readonly name: string;
  /** Why nothing was generated, first line. */
  readonly refusal: string | undefined;
  readonly repairs: number;
  /** The first error of each compiler that finds one. */
  readonly typeErrors: readonly string[];
  readonly operations: number;
  /** Operations whose method was called, reached the fake as itself, and gave a valid answer. */
  readonly called: number;
  readonly problems: readonly string[];
  /** Of the generator. */
  readonly seconds: number;
}

export interface RunOptions {
  readonly files: readonly string[];
  readonly types: boolean;
  readonly onResult: (result: DocumentResult) => void;
}

/** Longest that a process may take, and largest heap that it may have. */
const LIMITS = { timeoutMs: 60_000, heapMb: 1024 };
/** Bytes of declarations that one program is made of. */
const BATCH_BYTES = 6_000_000;

/** Generates, type-checks and calls documents, each in processes of its own. The results are in the order of the files. */
export async function runDocuments({ files, types, onResult }: RunOptions): Promise<DocumentResult[]> {
  const root = mkdtempSync(join(tmpdir(), "svc-documents-"));
  linkPackages(root);
  try {
    const results: DocumentResult[] = [];
    const queue = files.map((file, index) => ({ file, index }));
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const result = await runDocument(next.file, join(root, basename(next.file)));
        results[next.index] = result;
        onResult(result);
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
    return types ? await withTypeErrors(results, root) : results;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Runs Node.js within limits of time and memory, so that no document stops the others. */
function runLimited(args: readonly string[], cwd: string): Promise<CommandResult> {
  const command = fromSource(`--max-old-space-size=${LIMITS.heapMb}`, ...args);
  return runCommand(command, { cwd, timeoutMs: LIMITS.timeoutMs });
}

async function runDocument(file: string, out: string): Promise<DocumentResult> {
  const [cwd, name, start] = [resolve(file, ".."), basename(file), performance.now()];
  const made = await runLimited(svc(ROOT, "generate", "--spec", name, "--out", out).slice(1), cwd);
  const seconds = (performance.now() - start) / 1000;
  const repairs = made.output.split("\n").filter((line) => /: repaired: /.test(line)).length;
  const base = { name, refusal: undefined, repairs, typeErrors: [], seconds };
  if (made.code !== 0) return { ...base, refusal: failureOf(made), operations: 0, called: 0, problems: [] };
  const caller = join(import.meta.dirname, "../call-operations.ts");
  const called = await runLimited([caller, out, JSON.stringify({ isQuick: true })], cwd);
  const report = called.output.split("\n").findLast((line) => line.startsWith('{"operations":'));
  if (report === undefined) return { ...base, operations: 0, called: 0, problems: [failureOf(called)] };
  const { operations, methods, problems } = JSON.parse(report) as CallReport;
  return { ...base, operations, called: methods, problems };
}

/** The line that says why a process failed. */
function failureOf({ output, ended }: CommandResult): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "" && !/^warning: |: repaired: /.test(line));
  const told = lines.find((line) => /Error|: /.test(line) && !line.startsWith("    at ")) ?? lines[0];
  return (ended ?? told ?? "no output").slice(0, 400);
}

/** Type-checks the trees, several in one program: the packages that they import are read once. */
async function withTypeErrors(results: readonly DocumentResult[], root: string): Promise<DocumentResult[]> {
  const generated = results.filter(({ refusal }) => refusal === undefined).map(({ name }) => name);
  const found = new Map<string, Map<string, string>>();
  for (const batch of batches(generated, root)) {
    const directories = batch.map((name) => join(root, name));
    for (const compiler of COMPILERS) {
      for (const line of await checkTrees(root, directories, compiler)) {
        const name = batch.find((one) => line.startsWith(`${one}/`)) ?? batch[0] ?? "";
        const errors = found.get(name) ?? new Map<string, string>();
        if (!errors.has(compiler)) errors.set(compiler, `${compiler}: ${line}`);
        found.set(name, errors);
      }
    }
  }
  return results.map((result) => ({ ...result, typeErrors: [...(found.get(result.name)?.values() ?? [])] }));
}

function batches(names: readonly string[], root: string): string[][] {
  const all: string[][] = [[]];
  let bytes = 0;
  for (const name of names) {
    const size = sizeOf(join(root, name));
    if (bytes + size > BATCH_BYTES && bytes > 0) {
      all.push([]);
      bytes = 0;
    }
    all.at(-1)?.push(name);
    bytes += size;
  }
  return all;
}

function sizeOf(directory: string): number {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith("model.ts"))
    .reduce((sum, path) => sum + statSync(join(directory, path)).size, 0);
}
