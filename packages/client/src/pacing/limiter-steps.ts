import { retryAfterMs } from "../retry/retry-decision.ts";
import { reduceLimit, refusalOf } from "./limit.ts";
import type { LimitEvent, LimitState } from "./limit-state.ts";
import {
  alive,
  fail,
  isBusy,
  isOut,
  isTold,
  type LimiterState,
  type LimitRules,
  type Purpose,
  type Route,
  tally,
  UNTOLD,
} from "./limiter-state.ts";
import { assignLimits, concernedBy, learnRoute } from "./limits-by-operation.ts";
import type { PacedAnswer, Refusal } from "./pacer.ts";
import type { LimitReport } from "./rate-limit-headers.ts";
import { observe } from "./window-end.ts";

/** Most operations with a route of their own; all later ones share one. */
const MAX_ROUTES = 200;

/** How an answer is understood. */
export interface Understood {
  /** `undefined`: it is no refusal. */
  readonly refusal: Refusal | undefined;
  /** Its reports of limits, by their index. */
  readonly told: readonly LimitReport[];
  /** Whether it has shown that ends of windows were misread. */
  readonly isMisread: boolean;
}

/** Adds the route of an operation. Routes beyond the most share the one whose key is empty. */
export function ask(next: LimiterState, given: string): void {
  const key = next.routes.length < MAX_ROUTES ? given : "";
  if (!next.routes.some((route) => route.key === key))
    next.routes.push({ key, isKnown: false, limits: next.assumed, own: [], inFlight: 0 });
}

/** Counts `count` more requests of a route in flight. */
function hold(next: LimiterState, index: number, count: number): void {
  const route = next.routes[index] as Route;
  next.routes[index] = { ...route, inFlight: route.inFlight + count };
  next.inFlight += count;
  if (count < 0 && next.outage.isProbing) next.outage = { ...next.outage, isProbing: false };
}

/** Applies an event to each limit of a route, or to all. */
export function eachLimit(next: LimiterState, route: Route | undefined, eventFor: (index: number) => LimitEvent): void {
  for (const index of route?.limits ?? [...next.limits.keys()])
    next.limits[index] = reduceLimit(next.limits[index] as LimitState, eventFor(index), next.clock);
}

/** Requests were sent. */
export function sent(next: LimiterState, index: number, { count, isProbe = false, isGuess }: Sent): void {
  hold(next, index, count);
  eachLimit(next, next.routes[index], () => ({ type: "sent", count, isProbe }));
  if (next.outage.downMs) next.outage = { ...next.outage, isProbing: true };
  if (isGuess) next.mayGuess = false;
}

/** A request ended without an answer. `failure`: its error; `undefined` if the caller aborted it. */
export function failed(next: LimiterState, index: number, { now, failure, random }: Failed): Refusal | undefined {
  const { outage } = next;
  hold(next, index, -1);
  eachLimit(next, next.routes[index], () => ({ type: "failed", now }));
  if (failure === undefined) return undefined;
  if (outage.earlier > 0) {
    next.outage = { ...next.outage, earlier: outage.earlier - 1 };
    return undefined;
  }
  next.outage = fail(next.outage, now, random);
  return outageRefusal(next);
}

function outageRefusal({ outage }: LimiterState): Refusal | undefined {
  return isOut(outage) ? { kind: "outage", retryAt: outage.probeAt } : undefined;
}

/** An answer came: accepted, refused, or a server error. */
export function answered(next: LimiterState, event: Answered, rules: LimitRules): Understood {
  const { route: index, answer, random } = event;
  const { sentAt, receivedAt } = answer;
  const { inMs, roundsDown } = next.dialect;
  const { reports, date, dialect } = rules.read(answer, next.dialect, next.clock.ahead);
  next.dialect = dialect;
  if (date) next.clock = observe(next.clock, date, sentAt, receivedAt);
  const isMisread = dialect.inMs !== inMs || dialect.roundsDown !== roundsDown;
  if (isMisread) eachLimit(next, undefined, () => ({ type: "misread" }));
  const told = rules.assign(next, index, { reports, sentAt, receivedAt });
  const verdict = judge(next, answer, told);
  const { isAccepted, isFailure, isLimit } = verdict;
  if (told.length) learnRoute(next, index, Object.keys(told).map(Number));
  else if (isAccepted && isTold(next) && !next.routes[index]?.isKnown) assignLimits(next, index, [UNTOLD]);
  hold(next, index, -1);
  next.outage = tally(next.outage, verdict, receivedAt);
  const route = next.routes[index] as Route;
  if (isFailure) next.outage = fail(next.outage, receivedAt, random);
  else {
    // An answer to a request sent before the last failure is no recovery: the service answers some and fails others.
    if (next.outage.downMs && sentAt >= next.outage.failedAt) eachLimit(next, undefined, () => ({ type: "recovered" }));
    next.outage = alive(next.outage, next.inFlight);
    if (!route.isKnown) next.routes[index] = { ...route, isKnown: true };
  }
  const outcome = { sentAt, receivedAt, isAccepted, isLimit, isTold: told.length > 0 };
  eachLimit(next, route, (limit) => ({ type: "answered", outcome, report: told[limit] }));
  const refusal = isLimit || answer.status === 503 ? refuse(next, event, told, verdict) : undefined;
  const shown = refusal && !next.outage.downMs ? refusal : isFailure ? outageRefusal(next) : undefined;
  return { told, isMisread, refusal: shown };
}

interface Sent extends Purpose {
  readonly count: number;
}

interface Failed {
  readonly now: number;
  readonly failure: unknown;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

interface Answered extends Pick<Failed, "random"> {
  readonly route: number;
  readonly answer: PacedAnswer;
}

/** Meaning of an answer for the limits of its operation. */
interface Verdict {
  /** Its Retry-After in milliseconds; 0: none. */
  readonly waitMs: number;
  /** Whether it reports a limit with no requests left. */
  readonly isExhausted: boolean;
  readonly isLimit: boolean;
  /** Whether it is a bare 503 of a limiter. */
  readonly isBusy: boolean;
  readonly isBare503: boolean;
  readonly isFailure: boolean;
  readonly isAccepted: boolean;
}

/** Understands an answer by what it reports of each limit. */
function judge(
  state: LimiterState,
  { status, headers, receivedAt }: PacedAnswer,
  told: readonly LimitReport[],
): Verdict {
  const waitMs = status > 399 ? retryAfterMs(headers, receivedAt) : undefined;
  const isExhausted = told.some(({ remaining }) => remaining < 1);
  const isAsked = isExhausted || waitMs !== undefined;
  const isLimit = status === 429 || (status === 503 && waitMs !== undefined) || (status === 403 && isAsked);
  const isBare503 = status === 503 && !isLimit;
  const busy =
    status === 503 &&
    !isTold(state) &&
    isBusy(tally(state.outage, { isBare503, isAccepted: false }, receivedAt), receivedAt);
  return {
    waitMs: waitMs ?? 0,
    isExhausted,
    isLimit: isLimit || busy,
    isBusy: busy,
    isBare503,
    isFailure: status > 499 && !isLimit && !busy,
    isAccepted: !isLimit && status < 500,
  };
}

/** Applies a refusal to the limits that it concerns. */
function refuse(
  next: LimiterState,
  { route, answer, random }: Answered,
  told: readonly LimitReport[],
  { waitMs, isExhausted, isLimit, isBusy: busy }: Verdict,
): Refusal | undefined {
  const { status, sentAt, receivedAt } = answer;
  let latest: ReturnType<typeof refusalOf>;
  const { limits } = next.routes[route] as Route;
  for (const index of waitMs > 0 && !isExhausted ? concernedBy(next, route, receivedAt) : limits) {
    const report = told[index];
    // If a limit is used up, the refusal is for that limit only.
    if (isExhausted && !(report && report.remaining < 1)) continue;
    const before = next.limits[index] as LimitState;
    const refusal = { sentAt, receivedAt, report, waitMs, isLimit, isDown: next.outage.downMs > 0, random };
    const after = reduceLimit(before, { type: "refused", refusal }, next.clock);
    next.limits[index] = after;
    const own = refusalOf(before, after, refusal, next.clock);
    if (own && !(latest && own.retryAt <= latest.retryAt)) latest = own;
  }
  return latest && { ...latest, kind: busy || (latest.kind === "window" && status !== 503) ? "window" : "quota" };
}
