import { expect, test } from "vitest";
import { readHeaders } from "./header-values.ts";

const headers = readHeaders([
  ["X-A", "1"],
  ["X-Ab", "no"],
  ["x-a", " \t2\t "],
  ["X-Blank", " \t "],
  ["X-Space", "\u00a0b\u00a0"],
]);

test("names have any case; the first value, or all in order", () => {
  expect([headers.first("x-a"), headers.all("x-a")]).toEqual(["1", ["1", "2"]]);
  expect([headers.first("x"), headers.all("x")]).toEqual([undefined, []]);
});

test("blanks and tabs around a value are cut, other spaces are part of it", () => {
  expect([headers.first("x-blank"), headers.first("x-space")]).toEqual(["", "\u00a0b\u00a0"]);
});
