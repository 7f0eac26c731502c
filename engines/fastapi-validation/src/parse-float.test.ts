import { expect, test } from "vitest";
import { parseFloatText } from "./parse-float.ts";

test.each([
  ["1.5", 1.5],
  [".5", 0.5],
  ["5.", 5],
  ["-1e3", -1000],
  [" 3 ", 3],
  ["1_0.0", 10],
  ["inf", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["NaN", Number.NaN],
])("%j is read as %d", (text, value) => {
  expect(parseFloatText(text)).toBe(value);
});

test.each(["", ".", "e5", "1e", "0x1", "1__0", "_1", "1_", " 1_0", "1,5", "infin", "--1", "١"])(
  "%j is no float",
  (text) => {
    expect(parseFloatText(text)).toBeUndefined();
  },
);
