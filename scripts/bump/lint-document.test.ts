import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../toolkit/tools.ts";
import { lintDocument } from "./lint-document.ts";

test("the document that is written here gives nothing to remark", async () => {
  expect(await lintDocument(readFileSync(join(ROOT, "engines/model/fixtures/service.yaml"), "utf8"))).toEqual([
    "lint: nothing to remark",
  ]);
});

test("remarks are counted by rule, the first ones with their place, without control characters", async () => {
  const [head, first] = await lintDocument(
    `openapi: 3.1.0\ninfo: { title: t, version: "1" }\npaths:\n  "/a\\e[2J":\n    get: { responses: { "200": { description: ok } } }\n`,
  );
  expect(head).toMatch(/^lint: \d+ remarks \(.*operation-summary 1.*\)$/);
  expect(first).toMatch(/^ {2}#\//);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
  expect(`${head}${first}`).not.toMatch(/[\u0000-\u001f]/);
});
