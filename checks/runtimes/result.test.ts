import { expect, test } from "vitest";
import { failures, resultTable } from "./report.ts";
import { brokenOff, checkPrinted, type RuntimeResult, readPrinted } from "./result.ts";

const RESULTS: readonly RuntimeResult[] = [
  {
    runtime: "Bun",
    version: "1.2.3",
    checks: [
      { name: "a", ok: true },
      { name: "b", ok: false, error: "expected 1, got 2" },
    ],
    seconds: 2.04,
  },
  { runtime: "Deno", version: "", checks: [], seconds: 0, skipped: "not installed" },
];

test("the last line with results is what a runtime found, whatever else it printed", () => {
  const output = 'SvcError\n{"results":[]}\n{"results":[{"name":"a","ok":true}]}\nwarning\n';
  expect(readPrinted(output)).toEqual({ results: [{ name: "a", ok: true }] });
});

test("a runtime that printed no results was broken off", () => {
  expect(readPrinted("Segmentation fault")).toBeUndefined();
  expect(brokenOff("Segmentation fault\n")).toMatchObject({ ok: false, error: "Segmentation fault" });
});

test("a credential in what was printed is found, and not told again", () => {
  expect(checkPrinted("all is well", "secret").ok).toBe(true);
  expect(checkPrinted("Bearer secret", "secret")).toMatchObject({ ok: false, error: "printed: Bearer ***" });
});

test("the table has a row for each runtime, and says what was skipped", () => {
  expect(resultTable(RESULTS)).toBe(
    [
      "| runtime | version | passed | failed | seconds |",
      "| --- | --- | --- | --- | --- |",
      "| Bun | 1.2.3 | 1 | 1 | 2.0 |",
      "| Deno |  | skipped | not installed |  |",
      "",
    ].join("\n"),
  );
});

test("each failure is told with its runtime", () => {
  expect(failures(RESULTS)).toBe("\nBun: b\n  expected 1, got 2\n");
});
