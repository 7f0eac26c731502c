import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resourcesPage } from "./resources-page.ts";

test("the page in docs/ is what the document gives", () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, "../..", path), "utf8");
  const page = resourcesPage(read("engines/model/fixtures/documents/train-travel.json"));
  expect(read("docs/stored-resources.md"), "run: pnpm generate").toBe(page);
});
