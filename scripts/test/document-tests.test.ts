import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { divideTests } from "./document-tests.ts";

const root = mkdtempSync(join(tmpdir(), "svc-divide-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const exports = { ".": { "@svc/source": "./src/index.ts" }, "./own/*": "./own/*.ts" };

/** A checkout whose one package has an entry that reaches the document, and one that does not. In capitals: this file imports nothing of it. */
const FILES = {
  "packages/pets/package.json": JSON.stringify({ name: "@pets/all", exports }),
  "packages/pets/src/generated/model.ts": "export const model = {};",
  "packages/pets/src/index.ts": 'export { model } FROM "./generated/model.ts";',
  "packages/pets/own/plain.ts":
    'import type { model } FROM "../src/generated/model.ts";\nexport type M = typeof model;',
  "packages/pets/src/deep.test.ts": 'import { a } FROM "../../../scripts/a.ts";',
  "scripts/a.ts": 'export { model as a } FROM "@pets/all";',
  "scripts/types.test.ts": 'import { M } FROM "@pets/all/own/plain";',
  "scripts/later.test.ts": 'test("x", async () => void (await IMPORT("@pets/all")));',
  "scripts/plain.test.ts": 'import { readFileSync } FROM "node:fs";',
  "scripts/starts.test.ts": 'import { spawn } FROM "node:child_process";',
  "scripts/threads.test.ts": 'import { Worker } FROM "node:worker_threads";',
  "checks/computed.test.ts": "await IMPORT(name);",
};

test("a test is of the document where what it imports is, or where that cannot be told", () => {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text.replaceAll("FROM", "from").replaceAll("IMPORT", "import"));
  }
  const { ofDocument, others } = divideTests(root);
  expect(others).toEqual(["scripts/plain.test.ts", "scripts/starts.test.ts", "scripts/types.test.ts"]);
  expect(ofDocument).toEqual([
    "checks/computed.test.ts",
    "packages/pets/src/deep.test.ts",
    "scripts/later.test.ts",
    "scripts/threads.test.ts",
  ]);
});
