import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { compareVersions, freeFile, frozenVersions, historyFile } from "./read-versions.ts";

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

test("several documents of one version have files of their own, and are one version", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-history-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const names = ["one", "two", "two", "three"].map((text) => {
    const file = freeFile(folder, historyFile("", "1@2"), text);
    writeFileSync(join(folder, file), text);
    return file;
  });
  expect(names.map((name) => name.replace(/^\//, ""))).toEqual([
    "1%402.json",
    "1%402@2.json",
    "1%402@2.json",
    "1%402@3.json",
  ]);
  expect(frozenVersions(folder)).toEqual(["1@2", "1@2", "1@2"]);
});
