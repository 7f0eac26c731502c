import { epochMs } from "../clock.ts";
import type { LimitState } from "./limit-state.ts";
import {
  isTold,
  type LimiterDraft,
  type LimiterState,
  type LimitRules,
  type Route,
  type TimedReports,
} from "./limiter-state.ts";
import { readLimits } from "./rate-limit-headers.ts";
import type { LimitReport } from "./reports.ts";
import { figure, readDate, readEnd } from "./reports.ts";
import { addLimit } from "./routes.ts";
import { fits } from "./window.ts";

/** One limit for all operations, as most documents declare it: `X-RateLimit-Limit`, `-Remaining` and `-Reset` in seconds. */
export const oneLimit: LimitRules = {
  initial: 1,
  isByOperation: false,
  read(answer, known, ahead) {
    const { headers, receivedAt } = answer;
    const date = readDate(headers.get("date"));
    const remaining = figure(headers.get("x-ratelimit-remaining"));
    const value = figure(headers.get("x-ratelimit-reset"));
    const dialect = value === 0 && !known.roundsDown ? { ...known, roundsDown: true } : known;
    const end = readEnd(
      epochMs(value) === undefined ? value + +dialect.roundsDown : value,
      date || receivedAt + ahead,
      answer,
    );
    const report = { name: "", limit: figure(headers.get("x-ratelimit-limit")), remaining, ...end, lengthMs: NaN };
    return { reports: remaining >= 0 && end.reset > 0 ? [report] : [], date, dialect };
  },
  assign(next, _, { reports: [report] }) {
    const told: LimitReport[] = [];
    if (report) told[isTold(next) ? (next.assumed[0] as number) : addLimit(next)] = report;
    return told;
  },
};

/**
 * Limits in any of the usual headers, several at once, and others for other operations: which answer reports which is
 * learnt. docs/decisions/limiter.md explains how.
 */
export const limitsByOperation: LimitRules = {
  initial: 1,
  isByOperation: true,
  read: readLimits,
  assign: assignReports,
};

/**
 * The same for services of which nothing says that they report limits: a single request that goes ahead would mostly
 * find out nothing, and keep the others waiting for it.
 */
export const undeclaredLimits: LimitRules = /* @__PURE__ */ Object.assign({}, limitsByOperation, { initial: 10 });

function assignReports(next: LimiterDraft, index: number, timed: TimedReports): readonly LimitReport[] {
  const { sentAt } = timed;
  const route = next.routes[index] as Route;
  const told: LimitReport[] = [];
  for (const report of timed.reports) {
    const { name, limit, remaining, reset, lengthMs } = report;
    // How many tokens a request takes is unknown, so a limit of tokens counts only when none is left.
    if (!(remaining >= 0 ? reset > 0 : lengthMs > 0) || (remaining > 0 && /token/.test(name))) continue;
    const at = match(next, route, report, timed) ?? addLimit(next);
    const end = sentAt + lengthMs;
    if (remaining >= 0) told[at] = report;
    // A policy without a count: assume that its window begins now.
    else if (next.limits[at]?.name === undefined)
      told[at] = { ...report, remaining: limit - 1, reset: end + next.clock.low, earliest: end, latest: end };
  }
  return told;
}

/** Finds the limit of a report: one of this route, one of another route, or none that is known. */
function match(
  { limits, clock }: LimiterState,
  route: Route,
  report: LimitReport,
  { sentAt, receivedAt }: TimedReports,
): number | undefined {
  const own = route.isKnown ? route.limits : [];
  const all = [...limits.keys()];
  const find = (of: readonly number[], isMatch: (limit: LimitState) => boolean): number | undefined =>
    of.find((index) => limits[index]?.name === report.name && isMatch(limits[index]));
  const isEqual = ({ limit }: LimitState): boolean => limit === report.limit;
  return (
    find(own, (limit) => isEqual(limit) && !limit.isContinuous) ??
    find(all, (limit) => isEqual(limit) && fits(limit, report, sentAt, clock)) ??
    // One of the same name that may be over, and whose figure has changed.
    find(own, (limit) => fits(limit, report, receivedAt, clock))
  );
}
