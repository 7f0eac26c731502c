import { expect, test } from "vitest";
import { compareVersions, historyFile } from "./read-versions.ts";

test.each([
  ["1.4.40", "1.4.41"],
  ["1.4.9", "1.4.40"],
  ["1.4", "1.4.1"],
  ["1.5.0-beta.1", "1.5.0"],
  ["2024-01-01", "2024-02-01"],
  ["v1", "v2"],
])("%s comes before %s", (earlier, later) => {
  expect([compareVersions(earlier, later) < 0, compareVersions(later, earlier) > 0]).toEqual([true, true]);
});

test("zeros at the end and build metadata do not matter", () => {
  expect(compareVersions("1.4", "1.4.0")).toBe(0);
  expect(compareVersions("1.4.0+a", "1.4.0+b")).toBe(0);
});

test.each(["../x", "a/b", "", ".", "x".repeat(200)])("the version %j names no file", (version) => {
  expect(() => historyFile("spec/history", version)).toThrow("cannot name a file");
});
