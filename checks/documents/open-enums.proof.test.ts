import { emitTree } from "@svc/codegen/workspace";
import { FOREIGN_DOCUMENTS } from "@svc/model/test-support/documents";
import { afterAll, expect, test } from "vitest";
import { checkTrees } from "./check-trees.ts";
import { createTrees } from "./generated-trees.ts";

// GitHub's takes a minute, and has nothing that the others have not.
const documents = FOREIGN_DOCUMENTS.filter(({ name }) => name !== "github");

const trees = createTrees();
afterAll(() => trees[Symbol.dispose]());

test("with open enums, too, what is emitted of others' documents type-checks", { timeout: 300_000 }, async () => {
  const directories = documents.map(({ name, file, read }) =>
    trees.write(name, emitTree(read(), file, { openEnums: true })),
  );
  expect(await checkTrees(trees.root, directories, "typescript-7")).toEqual([]);
});
