import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/toolkit/tools.ts";

const namesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const wordsOf = (path: string): string[] => textOf(path).match(/\S+/g) ?? [];
const decisions = namesIn("docs/decisions");
const guides = namesIn("docs/guides");

test("there are at most 22 guides", () => {
  expect(guides.length).toBeLessThanOrEqual(22);
});

// Rules of tables and marks of lists are no words.
test.each(decisions)("%s has at most 400 words", (path) => {
  expect(wordsOf(path).filter((word) => /[\p{L}\p{N}]/u.test(word)).length).toBeLessThanOrEqual(400);
});

test("all pages by hand have at most 32,000 words", () => {
  const pages = ["README.md", "CONTRIBUTING.md", ...namesIn("docs"), ...guides, ...decisions, ...namesIn("docs/api")];
  const written = pages.filter((path) => !textOf(path).startsWith("<!-- Generated"));
  expect(written.reduce((sum, path) => sum + wordsOf(path).length, 0)).toBeLessThanOrEqual(32_000);
});
