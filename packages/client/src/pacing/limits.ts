import type { LimitRules } from "./limiter-state.ts";
import { EPOCH_SECONDS_FROM, figure, readEnd } from "./reports.ts";

/** One limit for all operations, as most documents declare it: `X-RateLimit-Limit`, `-Remaining` and `-Reset` in seconds. */
export const oneLimit: LimitRules = {
  initial: 1,
  isByOperation: false,
  keyOf: () => "",
  read(answer, known) {
    const { headers } = answer;
    const read = (name: string): number => figure(headers.get(`x-ratelimit-${name}`));
    const date = Date.parse(headers.get("date") ?? "");
    const remaining = read("remaining");
    const value = read("reset");
    const dialect = value === 0 && !known.roundsDown ? { ...known, roundsDown: true } : known;
    const end = readEnd(value < EPOCH_SECONDS_FROM ? value + +dialect.roundsDown : value, date, answer);
    const report = { name: "", limit: read("limit"), remaining, ...end, lengthMs: NaN };
    return { reports: remaining >= 0 && end.reset > 0 ? [report] : [], date, dialect };
  },
};
