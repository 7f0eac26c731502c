import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { emitTree } from "@svc/codegen";
import { afterAll, expect, test } from "vitest";
import { checkTrees } from "./check-trees.ts";
import { foreignDocuments } from "./documents.ts";
import { createTrees } from "./generated-trees.ts";

// GitHub's takes a minute, and has nothing that the others have not.
const documents = foreignDocuments().filter(({ name }) => name !== "github");

const trees = createTrees();
afterAll(() => trees[Symbol.dispose]());

test.skipIf(documents.length === 0)(
  "with open enums, too, what is emitted of the documents beside the checkout type-checks",
  { timeout: 300_000 },
  async () => {
    const directories = documents.map(({ name, file }) =>
      trees.write(name, emitTree(readFileSync(file, "utf8"), basename(file), { openEnums: true })),
    );
    expect(await checkTrees(trees.root, directories, "typescript-7")).toEqual([]);
  },
);
