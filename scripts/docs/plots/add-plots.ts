import { type Bar, barChart } from "./bar-chart.ts";

/** Columns of a benchmark's table that are drawn. */
interface Plot {
  /** Heading of the section. */
  readonly section: string;
  readonly file: string;
  /** Head of the column that is drawn. */
  readonly column: string;
  readonly unit: string;
  /** Alternative text. */
  readonly alt: string;
  /** Words above the picture: how to read it. */
  readonly legend: string;
  /** Name of the benchmark that makes the table. */
  readonly bench: string;
  /** Which figure of a cell is drawn, from 0. @default 0 */
  readonly figure?: number;
  /** Rows that are drawn; all where it is left out. */
  readonly rows?: RegExp;
}

const PLOTS: readonly Plot[] = [
  {
    section: "Size in a browser bundle",
    file: "size",
    column: "min + gzip",
    unit: "B",
    alt: "Bytes of each client, minified and compressed; openai is in the table only",
    legend: "Bytes of a page with one call, minified and compressed. Shorter is better.",
    bench: "size",
    rows: /^(?!openai$)/,
  },
  {
    section: "Overhead per call",
    file: "overhead",
    column: "ratio",
    unit: "×",
    alt: "Time per call of each client, relative to bare openapi-fetch",
    legend: "Time per call as a multiple of bare openapi-fetch. Shorter is better.",
    bench: "overhead",
    // A thousand times as long as the others, because it waits by design: it stands in the table.
    rows: /^(?!.*throttling)/,
  },
  {
    section: "At a rate limit",
    file: "pacing",
    column: "A",
    figure: 1,
    unit: "refused",
    alt: "Refused requests of each client, for 500 calls at 50 per second; openapi-fetch lost 450 calls",
    legend:
      "500 calls, 50 allowed per second: requests that the service refused, or calls that were lost. None is best.",
    bench: "pacing",
  },
  {
    section: "At a rate limit",
    file: "pacing-efficiency",
    column: "B",
    unit: "",
    alt: "Shortest possible time divided by time taken, by client, for 200 calls at 20 per 2 seconds",
    legend:
      "200 calls, 20 allowed per 2 seconds: shortest possible time divided by time taken, or calls that were lost. 1 is best.",
    bench: "pacing",
  },
  {
    section: "The fake",
    file: "fake",
    column: "figure",
    unit: "/s",
    alt: "Requests per second over HTTP of the fake and of other mock servers",
    legend: "Requests answered per second over HTTP. Longer is better.",
    bench: "fake",
    rows: /^HTTP/,
  },
];

/** A page with its plots, and the pictures by their name. */
export interface PlottedPage {
  readonly markdown: string;
  readonly pictures: ReadonlyMap<string, string>;
}

/** Puts a picture in front of each table that one is drawn of. */
export function addPlots(markdown: string): PlottedPage {
  const tables = new Map(tablesOf(markdown).map((table) => [table.title, table]));
  const pictures = new Map<string, string>();
  let text = markdown;
  for (const plot of PLOTS) {
    const table = tables.get(plot.section);
    const bars = table === undefined ? [] : barsOf(table, plot);
    if (bars.length === 0) continue;
    pictures.set(`${plot.file}.svg`, barChart(plot.alt, bars));
    const legend = `${plot.legend} \`pnpm bench ${plot.bench}\` measures it.`;
    text = beforeTable(text, plot.section, `${legend}\n\n![${plot.alt}](/plots/${plot.file}.svg)\n\n`);
  }
  return { markdown: text, pictures };
}

function barsOf({ head, rows }: Table, { column, unit, figure = 0, rows: wanted = /./ }: Plot): Bar[] {
  const at = head.indexOf(column);
  if (at < 0) return [];
  return rows.flatMap((row): Bar[] => {
    const [label = ""] = row;
    const cell = row[at] ?? "";
    if (!wanted.test(label)) return [];
    const isLost = cell.startsWith("lost");
    const value = isLost ? 0 : numberOf(cell.split(" / ")[figure]);
    if (Number.isNaN(value)) return [];
    const text = isLost ? `${cell} calls` : `${value.toLocaleString("en")}${unit === "" ? "" : ` ${unit}`}`;
    return [{ label, value, text, isOwn: /@svc|svc-fake/.test(label) }];
  });
}

function beforeTable(markdown: string, section: string, picture: string): string {
  const heading = markdown.indexOf(`## ${section}\n`);
  const table = markdown.indexOf("\n|", heading) + 1;
  return heading < 0 || table === 0 ? markdown : markdown.slice(0, table) + picture + markdown.slice(table);
}

/** A table of a Markdown page. */
interface Table {
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

/** Longest account of a measurement, and longest table, that the page shows before one asks for it. */
const WORDS = 140;
const ROWS = 8;

/** A benchmarks page that is read from above: three figures of the README first, how each was measured and long tables folded. */
export function withSummary(markdown: string, readme: string): string {
  const [, figures = ""] =
    /^## Three figures\n+((?:\|.*\n)+)/m.exec(readme.replace("\n| | here", "\n| figure | here")) ?? [];
  const [head = "", ...sections] = markdown.split(/^(?=## )/m);
  const names = sections.map((section) => /^## (.*)/.exec(section)?.[1] ?? "");
  const short = `## In short\n\n${figures}\nWhere others do better: [compare and migrate](guides/migrating.md). Below are ${names.length} measurements.\n\n`;
  return head + (figures === "" ? "" : short) + sections.map(folded).join("");
}

function folded(section: string): string {
  const [heading = "", ...blocks] = section.trimEnd().split(/\n{2,}/);
  const shown = blocks.map((block) => {
    if (block.startsWith("|")) return block.split("\n").length - 2 > ROWS ? details("The figures", block) : block;
    return isProse(block) && block.length > WORDS ? details("How it was measured", block) : block;
  });
  return `${[heading, ...shown].join("\n\n")}\n\n`;
}

function isProse(block: string): boolean {
  return /^[\w“"]/.test(block);
}

function details(title: string, text: string): string {
  return `::: details ${title}\n\n${text}\n\n:::`;
}
