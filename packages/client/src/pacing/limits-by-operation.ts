import { epochMs } from "../clock.ts";
import { createLimit, type LimitState } from "./limit-state.ts";
import { isTold, type LimiterState, type LimitRules, type Route, type TimedReports, UNTOLD } from "./limiter-state.ts";
import { figure, type LimitReport, readDate, readEnd, readLimits } from "./rate-limit-headers.ts";
import { fits } from "./window.ts";

/** Most limits of a service. One more takes the place of the last. */
export const MAX_LIMITS = 50;
const MAX_LIMITS_OF_ROUTE = 4;

/** Name of an operation's route. Paths that differ only in an identifier are the same operation. */
export function routeKey(operation: string): string {
  return operation.replace(/\/[^/]*\d[^/]*/g, "/*");
}

/** Adds a limit, and returns its index. The first that is told begins with what was learnt before. */
export function addLimit(next: LimiterState, made?: LimitState): number {
  next.mayGuess = true;
  const index = Math.min(next.limits.length, MAX_LIMITS - 1);
  // The last one may be in the place of another, whose requests come back to it.
  const inFlight = next.limits[index]?.inFlight ?? 0;
  const first = isTold(next) ? createLimit() : (next.limits[UNTOLD] as LimitState);
  next.limits[index] = { ...(made ?? first), inFlight };
  return index;
}

/** Has other limits hold for an operation beside its own; its requests in flight are counted there from now on. */
export function assignLimits(next: LimiterState, index: number, shared: readonly number[]): void {
  const route = next.routes[index] as Route;
  const limits = [...route.own, ...shared];
  const move = (limit: number, count: number): void => {
    const known = next.limits[limit] as LimitState;
    next.limits[limit] = { ...known, inFlight: known.inFlight + count };
  };
  for (const limit of route.limits) move(limit, -route.inFlight);
  for (const limit of limits) move(limit, route.inFlight);
  next.routes[index] = { ...route, limits };
}

/**
 * Learns which limits hold for an operation: those that its answers report, and those that they have left out. The first
 * that are told are assumed for all operations without an answer.
 */
export function learnRoute(next: LimiterState, index: number, told: readonly number[]): void {
  const { isKnown, limits, own } = next.routes[index] as Route;
  const kept = limits.filter((limit) => isKnown && limit !== UNTOLD && !own.includes(limit) && !told.includes(limit));
  assignLimits(next, index, [...kept, ...told].slice(-MAX_LIMITS_OF_ROUTE));
  if (isTold(next)) return;
  next.assumed = told;
  for (const [other, route] of next.routes.entries())
    if (!route.isKnown && other !== index) assignLimits(next, other, told);
}

/**
 * The limits that a refusal concerns which asks for a wait and names none: one that is the operation's own, as long as no
 * other operation that shares a limit with it is kept waiting, too.
 */
export function concernedBy(next: LimiterState, index: number, now: number): readonly number[] {
  const route = next.routes[index] as Route;
  const { limits, own } = route;
  const shared = limits.filter((limit) => !own.includes(limit));
  const isPaused = (limit: number): boolean => (next.limits[limit] as LimitState).pausedUntil > now;
  const isShared = next.routes.some(
    (other, at) => at !== index && other.own.some(isPaused) && other.limits.some((limit) => shared.includes(limit)),
  );
  if (isShared || shared.some(isPaused)) return shared;
  if (own.length) return own;
  // Where windows are told, the pause is all that there is to learn.
  const refusedAt = shared.includes(UNTOLD) ? 0 : now;
  const made = [addLimit(next, { ...createLimit(), remaining: Infinity, refusedAt })];
  next.routes[index] = { ...route, own: made };
  assignLimits(next, index, shared);
  return made;
}

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

function assignReports(next: LimiterState, index: number, timed: TimedReports): readonly LimitReport[] {
  const route = next.routes[index] as Route;
  const told: LimitReport[] = [];
  for (const report of timed.reports) {
    const { name, remaining, reset, lengthMs } = report;
    // How many tokens a request takes is unknown, so a limit of tokens counts only when none is left.
    if (!(remaining >= 0 ? reset > 0 : lengthMs > 0) || (remaining > 0 && /token/.test(name))) continue;
    told[match(next, route, report, timed) ?? addLimit(next)] = report;
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
