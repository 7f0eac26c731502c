import { resolve } from "node:path";
import { emitTree } from "@svc/codegen/workspace";
import { FOREIGN_DOCUMENTS } from "@svc/model/test-support/documents";
import { isWhole } from "@svc/model/test-support/proofs";
import { afterAll, describe, expect, test } from "vitest";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { fromSource } from "../from-source.ts";
import type { CallReport } from "./call-operations.ts";
import { COMPILERS, checkTrees } from "./check-trees.ts";
import { createTrees } from "./generated-trees.ts";

const CALLER = resolve(import.meta.dirname, "call-operations.ts");
const MINUTES = 60_000;

const trees = createTrees();
afterAll(() => trees[Symbol.dispose]());

/** Of more operations than this only every nth is called, unless the tests run whole. */
const SAMPLE = 60;

const directories: string[] = [];

describe.each(FOREIGN_DOCUMENTS)("$name", ({ name, file, read }) => {
  const files = emitTree(read(), file);
  const directory = trees.write(name, files);
  directories.push(directory);
  const operations = JSON.parse(files.get("operations.json") ?? "[]") as {
    id: string;
    method: string;
    path: string;
    name: string[];
  }[];

  test("operations can be called, by their methods and by raw", { timeout: 5 * MINUTES }, async () => {
    const step = isWhole ? 1 : Math.ceil(operations.length / SAMPLE);
    const options = JSON.stringify({ step });
    const { output } = await runCommand(fromSource(CALLER, directory, options));
    const { problems, ...counts } = JSON.parse(output) as CallReport;
    expect(problems).toEqual([]);
    const length = Math.ceil(operations.length / step);
    expect(counts).toEqual({ operations: length, methods: 2 * length, raw: length });
  });

  test("method names are unique, and the ones that were reviewed", async () => {
    const names = operations.map((operation) => operation.name.join("."));
    expect(new Set(names).size).toBe(names.length);
    const lines = operations.map((operation, index) => `${names[index]}  ${operation.method} ${operation.path}\n`);
    await expect(lines.join("")).toMatchFileSnapshot(`names/${name}.txt`);
  });

  // GitHub's takes as long again.
  if (isWhole || name !== "github") {
    test("a second run gives the same bytes", { timeout: MINUTES }, () => {
      expect(emitTree(read(), file)).toEqual(files);
    });
  }
});

// All at once: a compiler reads what they import one time only.
test.each(isWhole ? COMPILERS : COMPILERS.slice(-1))(
  "what is emitted type-checks with %s",
  { timeout: 10 * MINUTES },
  async (compiler) => {
    expect(await checkTrees(trees.root, directories, compiler)).toEqual([]);
  },
);
