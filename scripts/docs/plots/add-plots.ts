import { type Bar, barChart } from "./bar-chart.ts";
import { numberOf, type Table, tablesOf } from "./tables.ts";

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
  /** Rows that are drawn; all where it is left out. */
  readonly rows?: RegExp;
}

const PLOTS: readonly Plot[] = [
  {
    section: "Size in a browser bundle",
    file: "size",
    column: "min + gzip",
    unit: "B",
    alt: "Bytes of each client, minified and compressed; openai, is in the table only",
    rows: /^(?!openai$)/,
  },
  {
    section: "Overhead per call",
    file: "overhead",
    column: "ratio",
    unit: "×",
    alt: "Time per call of each client, relative to bare openapi-fetch",
  },
  {
    section: "At a rate limit",
    file: "pacing",
    column: "A",
    unit: "",
    alt: "Shortest possible time divided by time taken, by client, for 500 tasks at 50 per second; clients that lost tasks have no bar",
  },
  {
    section: "The fake",
    file: "fake",
    column: "figure",
    unit: "/s",
    alt: "Requests per second over HTTP of the fake and of other mock servers",
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
    text = beforeTable(text, plot.section, `![${plot.alt}](/plots/${plot.file}.svg)\n\n`);
  }
  return { markdown: text, pictures };
}

function barsOf({ head, rows }: Table, { column, unit, rows: wanted = /./ }: Plot): Bar[] {
  const at = head.indexOf(column);
  if (at < 0) return [];
  return rows.flatMap((row): Bar[] => {
    const [label = ""] = row;
    const cell = row[at] ?? "";
    if (!wanted.test(label)) return [];
    const isLost = cell.startsWith("lost");
    const value = isLost ? 0 : numberOf(cell);
    if (Number.isNaN(value)) return [];
    const text = isLost ? cell : `${value.toLocaleString("en")}${unit === "" ? "" : ` ${unit}`}`;
    return [{ label, value, text, isOwn: /@svc|svc-fake/.test(label) }];
  });
}

function beforeTable(markdown: string, section: string, picture: string): string {
  const heading = markdown.indexOf(`## ${section}\n`);
  const table = markdown.indexOf("\n|", heading) + 1;
  return heading < 0 || table === 0 ? markdown : markdown.slice(0, table) + picture + markdown.slice(table);
}
