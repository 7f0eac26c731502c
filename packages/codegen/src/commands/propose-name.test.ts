import { expect, test } from "vitest";
import { proposeName } from "./propose-name.ts";

test.each([
  ["Train Travel API", "train-travel"],
  ["The Acme REST API v2", "acme"],
  ["API", ""],
  ["Übung", "bung"],
])("of %s the name is %j", (title, name) => {
  expect(proposeName(title)).toBe(name);
});
