/** A table of a Markdown page. */
export interface Table {
  /** The heading of level 2 that it stands under. */
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The first table under each heading of level 2. */
export function tablesOf(markdown: string): Table[] {
  return markdown
    .split(/^(?=## )/m)
    .slice(1)
    .flatMap((section) => {
      const title = section.slice(3, section.indexOf("\n")).trim();
      const lines = section.split("\n").filter((line) => line.startsWith("|"));
      const [head, , ...rows] = lines.map(cellsOf);
      return head === undefined ? [] : [{ title, head, rows }];
    });
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}

/** The first number of a cell, thousands separated or not; `NaN` where there is none. */
export function numberOf(cell: string | undefined): number {
  const [found] = /-?\d[\d,]*(?:\.\d+)?/.exec(cell ?? "") ?? [];
  return found === undefined ? Number.NaN : Number(found.replaceAll(",", ""));
}
