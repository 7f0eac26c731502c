/** One bar. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Text behind the bar. */
  readonly text: string;
  /** Drawn in the accent colour: this project's. */
  readonly isOwn: boolean;
}

/** Narrow, and labels above their bars: the text is still readable on a telephone, where a picture is 340 pixels wide. */
const WIDTH = 480;
/** Width of a character of 13 pixels, in any of the usual fonts. */
const CHARACTER = 7;
const ROW = 44;
const BAR = 18;

/** Horizontal bars as an SVG document, drawn for a light page. */
export function barChart(title: string, bars: readonly Bar[]): string {
  const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE);
  const values = CHARACTER * Math.max(...bars.map(({ text }) => text.length)) + 12;
  const scale = (WIDTH - values) / most;
  const height = bars.length * ROW + 4;
  const rows = bars.map((bar, index) => {
    const y = index * ROW + 10;
    const width = Math.max(1, Math.round(bar.value * scale));
    return `<text x="0" y="${y}">${escaped(bar.label)}</text>
<rect x="0" y="${y + 11}" width="${width}" height="${BAR}" rx="2" fill="${bar.isOwn ? "#3451b2" : "#a8b1c2"}"/>
<text x="${width + 6}" y="${y + 11 + BAR / 2}">${escaped(bar.text)}</text>`;
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
