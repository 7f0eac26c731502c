/** A figure in bold of the README's table, and the cell of the benchmarks that it is: of a title, a row and a column. */
type Source = readonly [title: string, row: string, column: string];

/** By the beginning of a row of the README, its figures from left to right. */
const FIGURES: { readonly [row: string]: readonly Source[] } = {
  "refused, of 500 calls": [
    ["At a rate limit", "@svc/client", "A"],
    ["At a rate limit", "ky", "A"],
    ["At a rate limit", "axios + axios-retry", "A"],
  ],
  "requests per second": [
    ["The fake", "HTTP, svc-fake", "figure"],
    ["The fake", "HTTP, Prism, static", "figure"],
  ],
  "seconds to generate": [
    ["Generating", "GitHub's, 1,200 operations", "everything"],
    ["Generating", "GitHub's, 1,200 operations", "openapi-typescript alone"],
  ],
};

/** The README with the figures that the benchmarks have. @throws Error where either has no place for one */
export function withFigures(readme: string, benchmarks: string): string {
  return Object.entries(FIGURES).reduce((text, [row, sources]) => {
    const line = text.split("\n").find((one) => one.startsWith(`| ${row}`));
    if (line === undefined) throw new Error(`README.md has no row "${row}"`);
    const parts = line.split(/\*\*[\d.,]+\*\*/);
    if (parts.length !== sources.length + 1) throw new Error(`README.md, "${row}": expected ${sources.length} figures`);
    const figures = sources.map((source) => `**${figureOf(source, benchmarks)}**`);
    return text.replace(line, () => parts.map((part, index) => part + (figures[index] ?? "")).join(""));
  }, readme);
}

/** `2250` of the cell `1.00 / 2250`, whose second figure is that of refusals; `22,715` of `22,715 /s`. */
function figureOf([title, row, column]: Source, benchmarks: string): string {
  const [, section = ""] = benchmarks.split(`## ${title}\n`);
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  const cellsOf = (line = ""): string[] => line.split("|").map((cell) => cell.trim());
  const cell = cellsOf(rows.find((line) => cellsOf(line)[1] === row))[cellsOf(rows[0]).indexOf(column)];
  const figure = /([\d.,]+)(?: \/s)?$/.exec(cell ?? "")?.[1];
  if (figure === undefined) throw new Error(`docs/benchmarks.md, "${title}": ${row}, ${column}: has no figure`);
  return figure;
}
