import type { LimitRules } from "./limiter-state.ts";
import { EPOCH_SECONDS_FROM, figure, readDate, readEnd } from "./reports.ts";

/** One limit for all operations, as most documents declare it: `X-RateLimit-Limit`, `-Remaining` and `-Reset` in seconds. */
export const oneLimit: LimitRules = {
  initial: 1,
  isByOperation: false,
  keyOf: () => "",
  read(answer, known) {
    const { headers } = answer;
    const date = readDate(headers.get("date"));
    const remaining = figure(headers.get("x-ratelimit-remaining"));
    const value = figure(headers.get("x-ratelimit-reset"));
    const dialect = value === 0 && !known.roundsDown ? { ...known, roundsDown: true } : known;
    const end = readEnd(value < EPOCH_SECONDS_FROM ? value + +dialect.roundsDown : value, date, answer);
    const report = { name: "", limit: figure(headers.get("x-ratelimit-limit")), remaining, ...end, lengthMs: NaN };
    return { reports: remaining >= 0 && end.reset > 0 ? [report] : [], date, dialect };
  },
};
