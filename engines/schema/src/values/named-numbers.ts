import { timeOf, type ValueContext } from "./value-context.ts";

/** Numbers by what a property is called (in snake case): from, to; the first that matches. */
const RANGES: readonly (readonly [name: RegExp, min: number, max: number])[] = [
  [/(^|_)(lat|latitude)$/, -60, 60],
  [/(^|_)(lng|lon|long|longitude)$/, -150, 150],
  [/(^|_)age$/, 18, 80],
  [/(^|_)year$/, 2000, 2030],
  [/(^|_)month$/, 1, 12],
  [/(^|_)day$/, 1, 28],
  [/(^|_)hours?$/, 0, 23],
  [/(^|_)(minutes?|seconds?|in_seconds)$/, 1, 59],
  [/port$/, 8000, 8999],
  [/start_ms$|offset$/, 0, 0],
  [/(_ms|millis|milliseconds|duration|latency|elapsed)$/, 100, 60_000],
  [/(^|_)(page|index|position|rank|order|priority|version|level)$/, 1, 9],
  [/(limit|page_size|per_page)$/, 10, 50],
  [/(status|status_code)$/, 200, 200],
  [/(size|bytes|length)$/, 512, 65_536],
  [/(width|height)$/, 320, 1920],
  [/(price|amount|cost|total|balance|fee)$/, 1, 500],
  [/(percent(age)?|rate|score|progress)$/, 0, 100],
  [/(ratio|probability|confidence|opacity)$/, 0, 1],
  [/(count|quantity|number|num|total_.*)$/, 1, 20],
];

const TIMES = /(^|_)(at|on|date|timestamp|time|expires?|expiry|iat|exp|nbf)$/;

/** The range of believable numbers for a name, or a time. */
export function rangeFor(name: string, context: ValueContext): readonly [min: number, max: number] {
  if (/(^|_)id$/.test(name)) return [1000 + context.index * 100, 1099 + context.index * 100];
  if (TIMES.test(name)) {
    const ms = timeOf(name, context);
    const time = /milli|\bms\b/i.test(context.description) ? ms : Math.trunc(ms / 1000);
    return [time, time];
  }
  const [, min = 1, max = 100] = RANGES.find(([expression]) => expression.test(name)) ?? [];
  return [min, max];
}
