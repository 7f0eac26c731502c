import { createStyle, detectTerminal } from "@svc/codegen/terminal";
import { expect, test } from "vitest";
import type { StepResult } from "./step.ts";
import { countTotals, finishedText, summaryTable, totalsLine } from "./summary.ts";

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

const RESULT: StepResult = {
  name: "build",
  ok: true,
  note: "4 packages",
  output: "noise",
  passed: 1,
  failed: 0,
  durationMs: 1234,
};

test("each finished step is one line without escape sequences", () => {
  expect(finishedText(RESULT, createStyle(false))).toBe("✓ build                          1.2 s  4 packages\n");
});

test("the output of a failed step follows its line", () => {
  const failed = { ...RESULT, ok: false, note: "exit code 2", output: "one\ntwo\n" };
  expect(finishedText(failed, createStyle(false))).toBe(
    "✗ build                          1.2 s  exit code 2\n│ one\n│ two\n",
  );
});

test("very long output is cut to its end", () => {
  const output = Array.from({ length: 500 }, (_, index) => `line ${index}`).join("\n");
  const text = finishedText({ ...RESULT, ok: false, output }, createStyle(false));
  expect(text).toContain("│ … 100 lines before\n│ line 100\n");
  expect(text).not.toContain("line 99\n");
});

test("NO_COLOR, a dumb terminal and CI turn colour off", () => {
  const write = () => true;
  const colour = (env: Record<string, string>) => detectTerminal({ isTTY: true, write }, env).colour;
  expect(colour({})).toBe(true);
  for (const env of [{ NO_COLOR: "1" }, { TERM: "dumb" }, { CI: "true" }]) expect(colour(env)).toBe(false);
});
