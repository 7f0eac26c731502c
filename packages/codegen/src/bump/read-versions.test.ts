import { expect, test } from "vitest";
import { compareVersions, historyFile } from "./read-versions.ts";

test.each([
  ["1.4.40", "1.4.41"],
  ["1.4.9", "1.4.40"],
  ["1.4", "1.4.1"],
  ["1.5.0-beta.1", "1.5.0"],
  ["1.5.0-rc.9", "1.5.0-rc.10"],
  ["2024-01-01", "2024-02-01"],
  ["v1", "v2"],
])("%s comes before %s", (earlier, later) => {
  expect([compareVersions(earlier, later) < 0, compareVersions(later, earlier) > 0]).toEqual([true, true]);
});

test("zeros at the end and build metadata do not matter", () => {
  expect(compareVersions("1.4", "1.4.0")).toBe(0);
  expect(compareVersions("1.4.0+a", "1.4.0+b")).toBe(0);
});

test.each([
  ["1.4.40", "1.4.40"],
  ["1.0.0+build", "1.0.0+build"],
  ["2025/01/01", "2025%2F01%2F01"],
  ["v2 beta", "v2%20beta"],
  ["../x", "%2E.%2Fx"],
  [".", "%2E"],
])("the version %j is frozen in a file of the folder", (version, name) => {
  expect(historyFile("spec/history", version)).toBe(`spec/history/${name}.json`);
  expect(decodeURIComponent(name)).toBe(version);
});
