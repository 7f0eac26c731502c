import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../toolkit/tools.ts";
import { documentTests } from "./document-tests.ts";

/** The path of the document where something opens it: relative to a file, or searched for. */
const OPENS = /"(?:\.\.\/)+spec\/openapi\.yaml"|globSync\(\s*\[?"spec\/openapi\.yaml"/;

test("tests that open the document by its path run for a new version of it", () => {
  const files = globSync("{packages,engines,checks,scripts}/**/*.test.ts", {
    cwd: ROOT,
    exclude: (path) => /node_modules$|\.proof\.test\.ts$/.test(path),
  });
  const readers = files.filter((file) => OPENS.test(readFileSync(join(ROOT, file), "utf8")));
  expect(readers).toContain("checks/spec-lint.test.ts");
  expect(readers.filter((file) => !documentTests(ROOT).includes(file))).toEqual([]);
});
