import { expect, test } from "vitest";
import { findChromium } from "./environment.ts";

test("a Chromium that is named is used, and without one there is none", () => {
  expect(findChromium({ SVC_CHROMIUM: "/c", PATH: "" })).toBe("/c");
  expect(findChromium({ PATH: "/no-such-folder" })).toBeUndefined();
});
