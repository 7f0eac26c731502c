import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { linkPackages } from "@svc/codegen/workspace";
import { COMPILERS, checkTrees } from "../check-trees.ts";
import type { DocumentCalls } from "./call-document.ts";
import { type LimitedResult, runLimited } from "./run-limited.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** Result of one document. */
export interface DocumentResult {
  readonly name: string;
  readonly generated: boolean;
  /** Why it was not, first line. */
  readonly refusal: string | undefined;
  readonly repairs: number;
  /** Compilers that found an error, with the first one. */
  readonly typeErrors: { readonly [compiler: string]: string };
  readonly operations: number;
  readonly called: number;
  readonly problems: readonly string[];
  /** Of the generator and of the calls. */
  readonly seconds: readonly [generate: number, call: number];
  readonly processorSeconds: readonly [generate: number | undefined, call: number | undefined];
  readonly mb: readonly [generate: number | undefined, call: number | undefined];
  /** Of creating the fake. */
  readonly startMs: number;
  readonly startMb: number;
}

export interface RunOptions {
  readonly files: readonly string[];
  /** Processes at a time. */
  readonly jobs: number;
  readonly types: boolean;
  /** Longest that a process may take. */
  readonly timeoutMs: number;
  readonly onResult: (result: DocumentResult) => void;
}

const MAX_HEAP_MB = 1024;
/** Bytes of declarations that one program is made of. */
const BATCH_BYTES = 6_000_000;

/** Generates, type-checks and calls documents, each in processes of its own. The results are in the order of the files. */
export async function runDocuments(options: RunOptions): Promise<DocumentResult[]> {
  const { files, jobs, types, onResult } = options;
  const root = mkdtempSync(join(tmpdir(), "svc-documents-"));
  linkPackages(root);
  try {
    const results: DocumentResult[] = [];
    const queue = files.map((file, index) => ({ file, index }));
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const result = await runDocument(next.file, join(root, basename(next.file)), options);
        results[next.index] = result;
        onResult(result);
      }
    };
    await Promise.all(Array.from({ length: jobs }, work));
    return types ? await withTypeErrors(results, root) : results;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function runDocument(
  file: string,
  out: string,
  { timeoutMs }: Pick<RunOptions, "timeoutMs">,
): Promise<DocumentResult> {
  const limits = { cwd: resolve(file, ".."), timeoutMs, maxHeapMb: MAX_HEAP_MB };
  const generate = [join(ROOT, "main.ts"), "generate", "--spec", basename(file), "--out", out];
  const made = await runLimited({ ...limits, argv: generate });
  const name = basename(file);
  const generated = made.code === 0 && existsSync(join(out, "operations.json"));
  const repairs = made.stderr.split("\n").filter((line) => /: repaired: /.test(line)).length;
  const refusal = generated ? undefined : (made.limit ?? firstLine(made.stderr));
  const base = { name, generated, refusal, repairs, typeErrors: {} };
  if (!generated) {
    return {
      ...base,
      operations: 0,
      called: 0,
      problems: [],
      startMs: 0,
      startMb: 0,
      seconds: [made.seconds, 0],
      processorSeconds: [made.processorSeconds, undefined],
      mb: [made.peakMb, undefined],
    };
  }
  const called = await runLimited({ ...limits, argv: [join(import.meta.dirname, "call-document.ts"), out] });
  const calls = readOutput<DocumentCalls>(called.stdout) ?? {
    operations: 0,
    called: 0,
    startMs: 0,
    startMb: 0,
    problems: [failureOf(called)],
  };
  return {
    ...base,
    ...calls,
    seconds: [made.seconds, called.seconds],
    processorSeconds: [made.processorSeconds, called.processorSeconds],
    mb: [made.peakMb, called.peakMb],
  };
}

/** The last line of the output, as JSON. */
function readOutput<Value>(stdout: string): Value | undefined {
  try {
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Value;
  } catch {
    return undefined;
  }
}

function failureOf({ limit, stderr }: LimitedResult): string {
  return limit === undefined ? firstLine(stderr) : `did not end within ${limit}`;
}

function firstLine(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !/^warning: |: repaired: /.test(line));
  return (lines.find((line) => /Error|: /.test(line) && !line.startsWith("    at ")) ?? lines[0] ?? "no output").slice(
    0,
    400,
  );
}

/** Type-checks the trees, several in one program: the packages that they import are read once. */
async function withTypeErrors(results: readonly DocumentResult[], root: string): Promise<DocumentResult[]> {
  const generated = results.filter(({ generated }) => generated).map(({ name }) => name);
  const found = new Map<string, { [compiler: string]: string }>();
  for (const batch of batches(generated, root)) {
    const directories = batch.map((name) => join(root, name));
    for (const compiler of COMPILERS) {
      for (const line of await checkTrees(root, directories, compiler)) {
        const name = batch.find((one) => line.startsWith(`${one}/`)) ?? batch[0] ?? "";
        const errors = found.get(name) ?? {};
        errors[compiler] ??= line;
        found.set(name, errors);
      }
    }
  }
  return results.map((result) => ({ ...result, typeErrors: found.get(result.name) ?? {} }));
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
