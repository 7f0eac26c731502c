import { createStyle } from "@svc/codegen/terminal";
import { expect, test } from "vitest";
import type { StepResult } from "./step.ts";
import { countTotals, summaryTable, totalsLine } from "./summary.ts";

const RESULTS: StepResult[] = [
  { name: "tests", ok: false, note: "", output: "", passed: 40, failed: 2, durationMs: 61_000 },
  { name: "build", ok: true, note: "", output: "", passed: 1, failed: 0, durationMs: 999 },
];

test("the last line adds up every check and is plain", () => {
  expect(totalsLine(countTotals(RESULTS))).toBe("41 passed, 2 failed\n");
});

test("the table has a row for each step", () => {
  expect(summaryTable(RESULTS, createStyle(false)).trim().split("\n")).toEqual([
    "check  passed  failed        time",
    "tests      40       2  1 min 01 s",
    "build       1       0      999 ms",
  ]);
});
