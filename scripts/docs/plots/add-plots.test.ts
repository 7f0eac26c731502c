import { expect, test } from "vitest";
import { addPlots, numberOf, tablesOf } from "./add-plots.ts";

const PAGE = `# Benchmarks

## Overhead per call

Text.

| client | µs per call | ratio |
| --- | --- | --- |
| openapi-fetch, bare | 11.8 | 1.00 |
| @svc/client <method> | 13.4 | 1.18 |

## Another

| a | b |
| --- | --- |
| x | 1 |
`;

test("a table that is drawn gets a picture in front of it", () => {
  const { markdown, pictures } = addPlots(PAGE);
  expect(markdown).toMatch(
    /Text\.\n\nTime per call .*`pnpm bench overhead` measures it\.\n\n!\[[^\]]+\]\(\/plots\/overhead\.svg\)\n\n\| client/,
  );
  expect([...pictures.keys()]).toEqual(["overhead.svg"]);
});

test("bars are as long as their values, and text is escaped", () => {
  const [svg = ""] = addPlots(PAGE).pictures.values();
  const widths = [...svg.matchAll(/<rect [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));
  expect(widths).toEqual([361, 426]);
  expect(svg).toContain("@svc/client &lt;method&gt;");
});

test("a page without the tables stays as it is", () => {
  expect(addPlots("# Benchmarks\n")).toEqual({ markdown: "# Benchmarks\n", pictures: new Map() });
});

test("tables are read with their heading; numbers with separators and units", () => {
  expect(tablesOf(PAGE).map(({ title, rows }) => [title, rows.length])).toEqual([
    ["Overhead per call", 2],
    ["Another", 1],
  ]);
  expect([numberOf("5,003 /s"), numberOf("1.00 / 0"), numberOf("no")]).toEqual([5003, 1, Number.NaN]);
});
