import { expect, test } from "vitest";
import { isFound } from "./search.ts";

// Compared one by one, these are ten thousand million comparisons: minutes.
const many = (letter: string) => Array.from({ length: 100_000 }, (_, index) => `${letter}${index}`);

test("a list of many texts is asked for many others, or for all of them", () => {
  const fields = { tags: many("t") };
  const isIn = (wanted: object) => isFound(fields, ["tags"], wanted as never);
  expect([isIn({ tags: many("u") }), isIn({ tags: ["none", "t99999"] })]).toEqual([false, true]);
  expect([isIn({ tags: { all: many("t") } }), isIn({ tags: { not: many("u") } })]).toEqual([true, true]);
});

test("the same list is asked for under many names", () => {
  const names = Array.from({ length: 1000 }, (_, index) => [`tags${"_".repeat(index)}`, "t1"]);
  const fields = { tags: many("t") };
  expect(isFound(fields, ["tags"], Object.fromEntries(names))).toBe(true);
  expect(isFound(fields, ["tags"], Object.fromEntries([...names, ["TAGS", "u"]]))).toBe(false);
});
