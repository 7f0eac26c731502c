import { expect, test } from "vitest";
import { isAbove, maxLevel, shiftForVersion } from "./level.ts";

test("the highest level counts", () => {
  expect(maxLevel([])).toBe("none");
  expect(maxLevel(["patch", "major", "minor"])).toBe("major");
  expect(isAbove("minor", "patch")).toBe(true);
  expect(isAbove("minor", "minor")).toBe(false);
});

test("below 1.0.0 every level shifts down by one", () => {
  expect((["major", "minor", "patch", "none"] as const).map((level) => shiftForVersion(level, "0.4.2"))).toEqual([
    "minor",
    "patch",
    "patch",
    "none",
  ]);
});

test("from 1.0.0 on, and in documents called 10.0, levels stay", () => {
  expect(shiftForVersion("major", "1.0.0")).toBe("major");
  expect(shiftForVersion("major", "10.0.0")).toBe("major");
  expect(shiftForVersion("major", "2025-11-10")).toBe("major");
});
