import { expect, test } from "vitest";
import { formatFloat } from "./json-float.ts";

test.each([
  [0, "0.0"],
  [-0, "-0.0"],
  [5, "5.0"],
  [-5.5, "-5.5"],
  [0.1, "0.1"],
  [-0.001, "-0.001"],
  [0.000_123_4, "0.0001234"],
  [0.000_012_34, "1.234e-05"],
  [-1e-7, "-1e-07"],
  [1e-100, "1e-100"],
  [1e15, "1000000000000000.0"],
  [1e16, "1e+16"],
  [123_456_789_012_345_680, "1.2345678901234568e+17"],
  [-1.5e300, "-1.5e+300"],
  [5e-324, "5e-324"],
])("%d is written as Python's repr writes it: %s", (value, text) => {
  expect(formatFloat(value)).toBe(text);
});
