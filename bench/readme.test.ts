import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { withFigures } from "./readme.ts";

const read = (path: string): string => readFileSync(join(resolve(import.meta.dirname, ".."), path), "utf8");

test("the figures of the README are those of the benchmarks, each of its own row: else `pnpm bench --write`", () => {
  const [readme, benchmarks] = [read("README.md"), read("docs/benchmarks.md")];
  expect(withFigures(readme, benchmarks)).toBe(readme);
});

test("a table that was measured again changes its figures of the README alone", () => {
  const benchmarks = read("docs/benchmarks.md").replace(/(\| HTTP, svc-fake \|) [\d,]+/, "$1 12,345");
  const changed = withFigures(read("README.md"), benchmarks);
  expect(changed).toContain("| requests per second that the fake handles | **12,345** | Prism **");
  expect(() => withFigures("", benchmarks)).toThrow('README.md has no row "refused, of 500 calls"');
});
