/** One bar. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Text behind the bar. */
  readonly text: string;
  /** Drawn in the accent colour: this project's. */
  readonly isOwn: boolean;
}

const WIDTH = 720;
/** Widths of a character of 13 pixels, on average and of figures: labels stand whole in any of the usual fonts. */
const CHARACTER = 7;
const ROW = 28;
const BAR = 18;

/** Horizontal bars as an SVG document, drawn for a light page. */
export function barChart(title: string, bars: readonly Bar[]): string {
  const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE);
  const labels = CHARACTER * Math.max(...bars.map(({ label }) => label.length)) + 16;
  const values = CHARACTER * Math.max(...bars.map(({ text }) => text.length)) + 12;
  const scale = (WIDTH - labels - values) / most;
  const height = bars.length * ROW + 8;
  const rows = bars.map((bar, index) => {
    const y = index * ROW + 4;
    const width = Math.max(1, Math.round(bar.value * scale));
    const middle = y + ROW / 2;
    return `<text x="${labels - 8}" y="${middle}" text-anchor="end">${escaped(bar.label)}</text>
<rect x="${labels}" y="${y + (ROW - BAR) / 2}" width="${width}" height="${BAR}" rx="2" fill="${bar.isOwn ? "#3451b2" : "#a8b1c2"}"/>
<text x="${labels + width + 6}" y="${middle}">${escaped(bar.text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${escaped(title)}</title>
<g font-family="system-ui, sans-serif" font-size="13" fill="#3c3c43" dominant-baseline="central">
${rows.join("\n")}
</g>
</svg>
`;
}

/** Text as it is written into SVG. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
