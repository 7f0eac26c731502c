import { createLimit, type LimitState } from "./limit-state.ts";
import type { LimiterDraft, LimiterState, LimitRules, Route, TimedReports } from "./limiter-state.ts";
import { readLimits } from "./rate-limit-headers.ts";
import type { LimitReport } from "./reports.ts";
import { EPOCH_SECONDS_FROM, figure, readDate, readEnd } from "./reports.ts";
import { fits } from "./window.ts";

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

/** Most limits of a service. One more takes the place of the last. */
const MAX_LIMITS = 50;
const MAX_LIMITS_OF_ROUTE = 4;

/**
 * Limits in any of the usual headers, several at once, and others for other operations: which answer reports which is
 * learnt. docs/decisions/limiter.md explains how.
 */
export const limitsByOperation: LimitRules = {
  initial: 1,
  isByOperation: true,
  // Paths that differ only in an identifier are the same operation.
  keyOf: (operation) => operation.replace(/\/[^/]*\d[^/]*/g, "/*"),
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
  const found = new Set<number>();
  for (const report of timed.reports) {
    const { name, limit, remaining, reset, lengthMs } = report;
    // How many tokens a request takes is unknown, so a limit of tokens counts only when none is left.
    if (!(remaining >= 0 ? reset > 0 : lengthMs > 0) || (remaining > 0 && /token/.test(name))) continue;
    const at = match(next, route, report, timed) ?? addLimit(next);
    next.isTold = true;
    const end = sentAt + lengthMs;
    if (remaining >= 0) told[at] = report;
    // A policy without a count: assume that its window begins now.
    else if (next.limits[at]?.name === undefined)
      told[at] = { ...report, remaining: limit - 1, reset: end + next.clock.low, earliest: end, latest: end };
    if (told[at]) found.add(at);
  }
  if (found.size) learnRoute(next, index, [...found]);
  return told;
}

/** Learns which limits hold for an operation: those that its answers report, and those that they have left out. */
function learnRoute(next: LimiterDraft, index: number, told: readonly number[]): void {
  const route = next.routes[index] as Route;
  const isNamed = (limit: number): boolean => next.limits[limit]?.name !== undefined;
  const kept = route.isKnown ? route.limits.filter((limit) => isNamed(limit) && !told.includes(limit)) : [];
  const limits = [...kept, ...told].slice(-MAX_LIMITS_OF_ROUTE);
  if (!isNamed(next.assumed[0] ?? 0) && next.limits[0]?.remaining !== Infinity) next.assumed = limits;
  const move = (limit: number, count: number): void => {
    const known = next.limits[limit] as LimitState;
    next.limits[limit] = { ...known, inFlight: known.inFlight + count };
  };
  for (const limit of route.limits) move(limit, -route.inFlight);
  for (const limit of limits) move(limit, route.inFlight);
  next.routes[index] = { ...route, limits };
}

/** Finds the limit of a report: one of this route, one of another route, or none that is known. */
function match(
  { limits, isTold, clock }: LimiterState,
  route: Route,
  report: LimitReport,
  { sentAt, receivedAt }: TimedReports,
): number | undefined {
  const own = route.isKnown ? route.limits : [];
  const all = [...limits.keys()];
  const find = (of: readonly number[], isMatch: (limit: LimitState) => boolean): number | undefined =>
    of.find((index) => limits[index]?.name === report.name && isMatch(limits[index]));
  const isEqual = ({ limit }: LimitState): boolean => limit === report.limit;
  const found =
    find(own, (limit) => isEqual(limit) && !limit.isContinuous) ??
    find(all, (limit) => isEqual(limit) && fits(limit, report, sentAt, clock)) ??
    // One of the same name that may be over, and whose figure has changed.
    find(own, (limit) => fits(limit, report, receivedAt, clock));
  const isFirst = !isTold && limits[0]?.remaining !== Infinity;
  return found ?? (isFirst ? 0 : undefined);
}

function addLimit(next: LimiterDraft): number {
  const index = Math.min(next.limits.length, MAX_LIMITS - 1);
  next.limits[index] = { ...createLimit(), inFlight: next.limits[index]?.inFlight ?? 0 };
  next.mayGuess = true;
  return index;
}
