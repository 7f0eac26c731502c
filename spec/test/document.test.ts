import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { document, documentVersion } from "../src/index.ts";

test("the constant, the JSON and the version are one document", () => {
  const read = JSON.parse(readFileSync(new URL("../src/generated/openapi.json", import.meta.url), "utf8"));
  expect(document).toEqual(read);
  expect(documentVersion).toBe(read.info.version);
});
