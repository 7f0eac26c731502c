import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { drawStandalone, type PacedRun, textOf } from "../../scripts/docs/plots/paced-run.ts";
import { measuredFigures } from "../../scripts/release/measured-figures.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

test("every table of the benchmarks names the commits that were measured, and the code that it speaks of", () => {
  const all = measuredFigures(read("docs/benchmarks.md"), JSON.parse(read("docs/paced-run.json")) as PacedRun);
  expect(all.length).toBeGreaterThan(3);
  expect(all.filter(({ commits, code }) => commits.length === 0 || code === undefined)).toEqual([]);
  for (const path of all.flatMap(({ code = [] }) => code)) expect(existsSync(join(ROOT, path)), path).toBe(true);
});

test("the picture and its words are those of the recorded run", () => {
  const run = JSON.parse(read("docs/paced-run.json")) as PacedRun;
  expect(read("docs/paced-run.svg")).toBe(drawStandalone(run));
  for (const { name, refused } of run.clients)
    expect(textOf(run)).toContain(`${name}: ${refused.toLocaleString("en")} refused`);
  expect(run.clients[0]?.refused).toBe(0);
});
