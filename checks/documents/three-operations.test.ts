import { resolve } from "node:path";
import { emitTree } from "@svc/codegen/workspace";
import { readForeignDocument } from "@svc/model/test-support/documents";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { fromSource } from "../from-source.ts";
import type { CallReport } from "./call-operations.ts";
import { createTrees } from "./generated-trees.ts";

const CALLER = resolve(import.meta.dirname, "call-operations.ts");

const trees = createTrees();
afterAll(() => trees[Symbol.dispose]());

/** A list with parameters, an item below two parameters, a body that creates. `documents.proof.test.ts` has all others. */
const OPERATIONS = [
  ["/orgs/{org}/repos", "get"],
  ["/repos/{owner}/{repo}/branches/{branch}", "get"],
  ["/gists", "post"],
] as const;

test("operations of the largest document are generated and called, by method and by raw", async () => {
  const { paths, ...rest } = JSON.parse(readForeignDocument("github")) as {
    readonly paths: { readonly [path: string]: { readonly [method: string]: object } };
  };
  const few = Object.fromEntries(OPERATIONS.map(([path, method]) => [path, { [method]: paths[path]?.[method] }]));
  const directory = trees.write("github", emitTree(JSON.stringify({ ...rest, paths: few }), "github.json"));
  const { output } = await runCommand(fromSource(CALLER, directory));
  const { problems, ...counts } = JSON.parse(output) as CallReport;
  expect(problems).toEqual([]);
  expect(counts).toEqual({ operations: 3, methods: 6, raw: 3 });
});
