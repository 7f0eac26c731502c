import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askName, proposeName } from "./propose-name.ts";

test.each([
  ["Train Travel API", "train-travel"],
  ["The Acme REST API v2", "acme"],
  ["API", ""],
  ["Übung", "bung"],
])("of %s the name is %j", (title, name) => {
  expect(proposeName(title)).toBe(name);
});

test("the title of a document is the proposal, and the answer is the name", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "svc-name-")), "openapi.json");
  writeFileSync(
    file,
    JSON.stringify({ openapi: "3.1.0", info: { title: "Train Travel API", version: "1" }, paths: {} }),
  );
  const asked: string[] = [];
  const name = await askName(file, async (question, proposed = "") => {
    asked.push(`${question}: ${proposed}`);
    return "acme";
  });
  expect(asked).toEqual(["Name of the SDK: train-travel"]);
  expect(name.pascal).toBe("Acme");
  await expect(askName(file, async () => "1 2")).rejects.toThrow("1 2");
});
