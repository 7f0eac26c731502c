import { mkdtempDisposableSync, readdirSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { linkPackages } from "@svc/codegen/workspace";
import { defineCommand, UsageError } from "../../scripts/toolkit/command.ts";
import { type CommandResult, runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT, svc } from "../../scripts/toolkit/tools.ts";
import { fromSource } from "../from-source.ts";
import type { CallReport } from "./call-operations.ts";
import { COMPILERS, checkTrees } from "./check-trees.ts";

/** Small documents of this repository, one for each defect that was found in a published one. */
const OWN = join(import.meta.dirname, "corpus");

/** Most time and memory for a process: no document stops the others. */
const LIMITS = { timeoutMs: 60_000, heapMb: 1024 };

/** Trees in one program of the compiler, which reads once what they import. */
const BATCH = 40;

export const documents = defineCommand({
  options: {
    corpus: { type: "string", value: "DIR", text: "folder of documents; default: the regression corpus" },
    sample: { type: "string", value: "N", text: "N documents, spread over the corpus" },
  },
  description: `Generates from each document of a corpus, type-checks what was generated with TypeScript 5.9 and 7, and calls every
operation by its method, with arguments of its builders, at its own fake. Prints a line for each problem, and exits 1 if there is one.`,
  async run({ values: { corpus = OWN, sample = "Infinity" } }) {
    const files = sampleOf(documentsIn(corpus), Number(sample));
    using root = mkdtempDisposableSync(join(tmpdir(), "svc-documents-"));
    linkPackages(root.path);
    const results: DocumentResult[] = [];
    const queue = [...files];
    const work = async (): Promise<void> => {
      for (let file = queue.shift(); file !== undefined; file = queue.shift())
        results.push(await runDocument(file, join(root.path, basename(file))));
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
    const generated = results.filter(({ isGenerated }) => isGenerated).map(({ name }) => join(root.path, name));
    const typeErrors: string[] = [];
    for (let at = 0; at < generated.length; at += BATCH) {
      for (const compiler of COMPILERS) {
        const lines = await checkTrees(root.path, generated.slice(at, at + BATCH), compiler);
        typeErrors.push(...lines.map((line) => `${compiler}: ${line}`));
      }
    }
    for (const line of typeErrors) console.log(line);
    const sum = (of: (result: DocumentResult) => number) => results.reduce((total, one) => total + of(one), 0);
    const [called, operations] = [sum((one) => one.called), sum((one) => one.operations)];
    const problems = typeErrors.length + sum((one) => one.problems.length);
    console.log(
      `${generated.length} of ${files.length} documents generated, ${called} of ${operations} operations called, ${problems} problems`,
    );
    return problems === 0 && called === operations ? 0 : 1;
  },
});

/** Result of one document. */
interface DocumentResult extends Pick<CallReport, "operations" | "problems"> {
  readonly name: string;
  readonly isGenerated: boolean;
  /** Operations whose method was called, reached the fake as itself, and gave a valid answer. */
  readonly called: number;
}

/** @throws UsageError if there is none */
function documentsIn(directory: string): string[] {
  const paths = readdirSync(resolve(directory), { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => /\.(?:json|ya?ml)$/.test(path)).sort();
  if (files.length === 0) throw new UsageError(`--corpus: there is no document in ${directory}`);
  return files.map((path) => resolve(directory, path));
}

/** A number of documents, spread evenly over the whole. @throws UsageError for what is no number */
function sampleOf(files: readonly string[], count: number): readonly string[] {
  if (!(count >= 1)) throw new UsageError("--sample takes a number from 1 on.");
  const step = Math.max(1, files.length / count);
  return files.filter((_, index) => index % step < 1);
}

/** Generates a document and calls its operations, in processes of their own, and prints what is wrong. */
async function runDocument(file: string, out: string): Promise<DocumentResult> {
  const name = basename(file);
  const run = (...args: readonly string[]) => {
    const command = fromSource(`--max-old-space-size=${LIMITS.heapMb}`, ...args);
    return runCommand(command, { cwd: dirname(file), timeoutMs: LIMITS.timeoutMs });
  };
  const made = await run(...svc(ROOT, "generate", "--spec", name, "--out", out).slice(1));
  const isGenerated = made.code === 0;
  const caller = join(import.meta.dirname, "call-operations.ts");
  const called = isGenerated ? await run(caller, out, JSON.stringify({ isQuick: true })) : made;
  const line = called.output.split("\n").findLast((text) => text.startsWith('{"operations":'));
  const failed = { operations: 0, methods: 0, problems: [failureOf(called)] };
  const { operations, methods, problems } = line === undefined ? failed : (JSON.parse(line) as CallReport);
  for (const problem of problems) console.log(`${name}: ${problem}`);
  return { name, isGenerated, operations, called: methods, problems };
}

/** The line that says why a process failed. */
function failureOf({ output, ended }: CommandResult): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "" && !/^warning: |: repaired: /.test(line));
  const told = lines.find((line) => /Error|: /.test(line) && !line.startsWith("    at ")) ?? lines[0];
  return (ended ?? told ?? "no output").slice(0, 400);
}
