import { expect, test } from "vitest";
import { readPrinted } from "./in-process.ts";
import { brokenOff, checkPrinted } from "./runtime.ts";

test("the last line with results is what a runtime found, whatever else it printed", () => {
  const output = 'SvcError\n{"results":[]}\n{"results":[{"name":"a"}]}\nwarning\n';
  expect(readPrinted(output)).toEqual({ results: [{ name: "a" }] });
});

test("a runtime that printed no results was broken off", () => {
  expect(readPrinted("Segmentation fault")).toBeUndefined();
  expect(brokenOff("Segmentation fault\n")).toMatchObject({ error: "Segmentation fault" });
});

test("a credential in what was printed is found, and not told again", () => {
  expect(checkPrinted("all is well", "secret").error).toBeUndefined();
  expect(checkPrinted("Bearer secret", "secret")).toMatchObject({ error: "printed: Bearer ***" });
});
