import { expect, test } from "vitest";
import { drawChart } from "./chart.ts";

test("a bar's height is its share of the fullest column, and resets are marked on the axis", () => {
  const answers = [...Array<number>(8).fill(20), ...Array<number>(4).fill(120), 1010, 1050];
  expect(drawChart({ answers, resets: [1005] }, { height: 2 })).toEqual([
    "   8 │█           ",
    "     │██        ▄ ",
    "   0 └──────────┴─",
    "      0 s       1 s",
  ]);
});

test("a run without answers is an empty chart", () => {
  expect(drawChart({ answers: [], resets: [] }, { height: 1, columns: 3 })).toEqual([
    "   1 │   ",
    "   0 └───",
    "      0 s",
  ]);
});

test("colours wrap the bars and the axis apart from each other", () => {
  const [first] = drawChart(
    { answers: [1], resets: [] },
    { height: 1, columns: 1, bar: (text) => `<${text}>`, axis: (text) => `(${text})` },
  );
  expect(first).toBe("(   1 │)<█>");
});
