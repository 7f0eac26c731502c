import { expect, test } from "vitest";
import { cacheNote } from "./turbo-step.ts";

test("a run that the cache answered says that nothing was built", () => {
  expect(cacheNote(" Tasks:    4 successful, 4 total\nCached:    4 cached, 4 total\n")).toContain("FULL TURBO");
});

test("a run that built says how much", () => {
  expect(cacheNote("Cached:    1 cached, 4 total\n")).toBe("4 tasks, 1 from the cache");
});

test("a run that never came to its tasks says nothing", () => {
  expect(cacheNote("cannot find binary path")).toBe("");
});
