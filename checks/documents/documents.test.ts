import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { promisify } from "node:util";
import { emitTree } from "@svc/codegen";
import { afterAll, describe, expect, test } from "vitest";
import type { CallReport } from "./call-operations.ts";
import { COMPILERS, checkTrees } from "./check-trees.ts";
import { foreignDocuments } from "./documents.ts";
import { createTrees } from "./generated-trees.ts";

const run = promisify(execFile);
const documents = foreignDocuments();
const CALLER = resolve(import.meta.dirname, "call-operations.ts");
const MINUTES = 60_000;

const trees = createTrees();
afterAll(() => trees[Symbol.dispose]());

describe.each(documents)("$name", ({ name, file }) => {
  const files = emitTree(readFileSync(file, "utf8"), basename(file));
  const directory = trees.write(name, files);
  const operations = JSON.parse(files.get("operations.json") ?? "[]") as {
    id: string;
    method: string;
    path: string;
    name: string[];
  }[];

  test.each(COMPILERS)("what is emitted type-checks with %s", { timeout: 5 * MINUTES }, async (compiler) => {
    expect(await checkTrees(trees.root, [directory], compiler)).toEqual([]);
  });

  test("every operation can be called, by its method and by raw", { timeout: 5 * MINUTES }, async () => {
    const argv = ["--conditions=@svc/source", "--disable-warning=ExperimentalWarning", CALLER, directory];
    const { stdout } = await run(process.execPath, argv, { maxBuffer: 2 ** 28 });
    const { problems, ...counts } = JSON.parse(stdout) as CallReport;
    expect(problems).toEqual([]);
    const { length } = operations;
    expect(counts).toEqual({ operations: length, methods: 2 * length, raw: length });
  });

  test("method names are unique, and the ones that were reviewed", async () => {
    const names = operations.map((operation) => operation.name.join("."));
    expect(new Set(names).size).toBe(names.length);
    const lines = operations.map((operation, index) => `${names[index]}  ${operation.method} ${operation.path}\n`);
    await expect(lines.join("")).toMatchFileSnapshot(`names/${name}.txt`);
  });

  test("a second run gives the same bytes", () => {
    expect(emitTree(readFileSync(file, "utf8"), basename(file))).toEqual(files);
  });
});

test.skipIf(documents.length > 0)("no documents lie beside the checkout, and GitHub's is not installed", () => {
  expect(documents).toEqual([]);
});
