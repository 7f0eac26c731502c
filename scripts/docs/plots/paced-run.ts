import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../toolkit/tools.ts";

/** The same calls made by several clients, as `pnpm bench paced-run` records them. */
export interface PacedRun {
  /** Calls made at once. */
  readonly calls: number;
  /** Requests that the service allows per window. */
  readonly limit: number;
  readonly windowMs: number;
  /** Time that one column of the picture stands for. */
  readonly columnMs: number;
  /** Commit that was measured, abbreviated. */
  readonly commit: string;
  readonly clients: readonly RecordedClient[];
}

/** Requests of one client, as the service saw them. */
export interface RecordedClient {
  readonly name: string;
  readonly answered: number;
  /** Answers 429. */
  readonly refused: number;
  /** Calls that failed in the end. */
  readonly lost: number;
  readonly tookMs: number;
  /** Good answers by column. */
  readonly answers: readonly number[];
  /** Refusals by column. */
  readonly refusals: readonly number[];
}

const WIDTH = 720;
const LEFT = 12;
const TITLE = 30;
const GAP = 22;
/** Pixels per request: the same for all clients. */
const SCALE = 0.36;
/** The picture plays faster than the run, so that it ends within the five seconds that motion may last unasked. */
const SPEED = 2;

/** The picture as a file: it takes the colours of the reader's system. */
export function drawStandalone(run: PacedRun): string {
  return draw(run, ALONE, `<style>\n${readFileSync(join(ROOT, "docs/site/paced-run.css"), "utf8")}</style>\n`);
}

/**
 * The picture inside of a page that has `docs/site/paced-run.css` and says the same in words: Vue takes an element with a
 * role for one that may change, and would load the whole page twice, as HTML and as code.
 */
export function drawPacedRun(run: PacedRun): string {
  return draw(run, `aria-hidden="true"`, "").replaceAll("\n", "");
}

const ALONE = `role="img" aria-labelledby="paced-run-title"`;

function draw(run: PacedRun, attributes: string, style: string): string {
  const { columnMs, clients } = run;
  const columns = Math.ceil(Math.max(...clients.map(({ tookMs }) => tookMs)) / columnMs);
  const columnWidth = (WIDTH - 2 * LEFT) / columns;
  let top = 28;
  const panels = clients.map((client) => {
    const panel = drawPanel(client, top, columnWidth);
    top += heightOf(client) + GAP;
    return panel;
  });
  const seconds = Array.from({ length: Math.ceil((columns * columnMs) / 1000) }, (_, second) => second);
  const marks = seconds.map((second) => {
    const x = round(LEFT + ((second * 1000) / columnMs) * columnWidth);
    return x > WIDTH - 4 * LEFT ? "" : `<text x="${x}" y="${top}" class="quiet">${second} s</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top + 10}" class="paced-run" ${attributes}>
<title id="paced-run-title">${escaped(textOf(run))}</title>
${style}<text x="${LEFT}" y="16" class="quiet caption">${captionOf(run)}</text>
${[...panels, ...marks].filter((text) => text !== "").join("\n")}
</svg>
`;
}

/** The line above the picture. */
export function captionOf({ calls, limit, windowMs }: PacedRun): string {
  const every = windowMs === 1000 ? "second" : `${windowMs / 1000} s`;
  return `${calls} calls at once, ${limit} allowed per ${every}: what the service receives`;
}

/** The picture in words. */
export function textOf({ calls, limit, windowMs, clients }: PacedRun): string {
  const results = clients.map(({ name, refused, tookMs }) => `${name}: ${count(refused)} refused, ${seconds(tookMs)}`);
  return `${calls} calls at once against ${limit} requests per ${windowMs / 1000} s. ${results.join(". ")}.`;
}

function heightOf({ answers, refusals }: RecordedClient): number {
  const most = Math.max(...answers.map((good, column) => good + (refusals[column] ?? 0)), ...refusals);
  return TITLE + Math.max(24, Math.round(most * SCALE));
}

function drawPanel(client: RecordedClient, top: number, columnWidth: number): string {
  const { name, answered, refused, tookMs, answers, refusals } = client;
  const base = top + heightOf(client);
  const length = Math.max(answers.length, refusals.length);
  const bars = Array.from({ length }, (_, column) => {
    const good = (answers[column] ?? 0) * SCALE;
    const bad = (refusals[column] ?? 0) * SCALE;
    if (good + bad === 0) return "";
    const at = { x: round(LEFT + column * columnWidth), width: round(columnWidth - 1) };
    const delay = ((column * 0.1) / SPEED).toFixed(2);
    return `<g class="column" style="animation-delay:${delay}s">${bar("answered", { ...at, y: base - good, height: good })}${bar("refused", { ...at, y: base - good - bad, height: bad })}</g>`;
  });
  return `<text x="${LEFT}" y="${top + 14}"><tspan class="name">${escaped(name)}</tspan><tspan dx="12" class="answered-text total">${count(answered)} answered</tspan><tspan dx="12" class="${refused === 0 ? "quiet" : "refused-text"} total">${count(refused)} refused</tspan><tspan dx="12" class="quiet total">${seconds(tookMs)}</tspan></text>
<path d="M${LEFT} ${base + 0.5}H${WIDTH - LEFT}" class="axis"/>
${bars.filter((text) => text !== "").join("\n")}`;
}

function bar(kind: string, { x, y, width, height }: { [side in "x" | "y" | "width" | "height"]: number }): string {
  if (height === 0) return "";
  return `<rect class="${kind}" x="${x}" y="${round(y)}" width="${width}" height="${round(height)}"/>`;
}

function count(value: number): string {
  return value.toLocaleString("en");
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Text as it is written into SVG. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
