/** Chart of a run over time. All times are milliseconds since its start. */
export interface Timeline {
  /** When each call was answered. */
  readonly answers: readonly number[];
  /** When a new window of the rate limit began. */
  readonly resets: readonly number[];
}

/** How a {@link Timeline} is drawn. */
export interface ChartOptions {
  /** Height in lines, without the axis. @default 5 */
  readonly height?: number;
  /** Milliseconds that one column stands for. @default 100 */
  readonly columnMs?: number;
  /** Columns to draw, so that a chart can grow in place. @default as many as there are answers for */
  readonly columns?: number;
  /** Colours of bars and of everything else. @default none */
  readonly bar?: (text: string) => string;
  readonly axis?: (text: string) => string;
}

const EIGHTHS = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const MARGIN = 5;

/** Bars of answers per column, over an axis in seconds that marks each reset. */
export function drawChart(timeline: Timeline, options: ChartOptions = {}): string[] {
  const { height = 5, columnMs = 100, bar = same, axis = same } = options;
  const last = Math.max(0, ...timeline.answers, ...timeline.resets);
  const columns = options.columns ?? Math.floor(last / columnMs) + 2;
  const counts = Array.from({ length: columns }, (_, column) => countIn(timeline.answers, column, columnMs));
  const most = Math.max(1, ...counts);
  const rows = Array.from({ length: height }, (_, row) => {
    const label = row === 0 ? String(most).padStart(MARGIN - 1) : " ".repeat(MARGIN - 1);
    const cells = counts.map((count) => cell((count / most) * height - (height - 1 - row)));
    return `${axis(`${label} │`)}${bar(cells.join(""))}`;
  });
  return [...rows, axis(axisLine(timeline, columns, columnMs)), axis(secondsLine(columns, columnMs))];
}

function countIn(times: readonly number[], column: number, columnMs: number): number {
  return times.filter((time) => Math.floor(time / columnMs) === column).length;
}

/** The block for a bar that reaches `level` lines into its line: below 0 not at all, from 1 on wholly. */
function cell(level: number): string {
  return EIGHTHS[Math.round(Math.min(1, Math.max(0, level)) * 8)] ?? " ";
}

function axisLine({ resets }: Timeline, columns: number, columnMs: number): string {
  const marked = new Set(resets.map((time) => Math.floor(time / columnMs)));
  const ticks = Array.from({ length: columns }, (_, column) => (marked.has(column) ? "┴" : "─"));
  return `${"0".padStart(MARGIN - 1)} └${ticks.join("")}`;
}

function secondsLine(columns: number, columnMs: number): string {
  const perSecond = 1000 / columnMs;
  const labels = Array.from({ length: Math.ceil(columns / perSecond) }, (_, second) => `${second} s`.padEnd(perSecond));
  return `${" ".repeat(MARGIN + 1)}${labels.join("").trimEnd()}`;
}

function same(text: string): string {
  return text;
}
