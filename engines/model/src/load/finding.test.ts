import { expect, test } from "vitest";
import { formatFindings } from "./finding.ts";

const at = (pointer: string, message = "is wrong") => ({ file: "a.json", pointer, message });

test("many findings that say the same are one line, with their number and three places", () => {
  const many = Array.from({ length: 624 }, (_, index) => at(`/p\n${index}`));
  expect(formatFindings([...many, at("/q", "is another")])).toEqual([
    "a.json#/p\\u000a0: is wrong (624 places; also #/p\\u000a1, #/p\\u000a2, ...)",
    "a.json#/q: is another",
  ]);
});

test("many of one kind are one line, whatever values they name", () => {
  const many = ["a", 'b "c"', "d", "e"].map((value, index) => at(`/${index}`, `is ${JSON.stringify(value)}, not 5`));
  expect(formatFindings([...many, at("/x", "is a list")])).toEqual([
    'a.json#/0: is "a", not 5 (4 places of this kind; also #/1, #/2, ...)',
    "a.json#/x: is a list",
  ]);
});

test("a few are a line each", () => {
  expect(formatFindings([at("/a"), at("/b"), at("/c")])).toEqual([
    "a.json#/a: is wrong",
    "a.json#/b: is wrong",
    "a.json#/c: is wrong",
  ]);
});
