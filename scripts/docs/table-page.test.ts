import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../toolkit/tools.ts";
import { tablePage } from "./table-page.ts";

test("the page of stored resources is what the document gives", () => {
  const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
  const page = tablePage(read("engines/model/fixtures/documents/train-travel.json"));
  expect(read("docs/stored-resources.md"), "run: pnpm generate").toBe(page);
});
