import { BELIEVED_MS } from "../pacing/limit-state.ts";
import type { PacedAnswer, Refusal } from "../pacing/pacer.ts";
import type { LimitReport } from "../pacing/rate-limit-headers.ts";
import { isLimitRefusal } from "../pacing/reduce.ts";
import { backOff, bound, lower, raise } from "../pacing/unreported.ts";
import { retryAfterMs } from "../retry/retry-decision.ts";
import { isTest, isWindowOver, type LeaseState, latestEnd, startWindow, TEST_PRECISION_MS } from "./lease-state.ts";
import type { SharedLimits, SharedRoute } from "./shared-limits.ts";

const MAX_LATE_MS = 1000;
const FIRST_RETEST_MS = 25;

/** Kind of limit that an answer reports: one with windows, none, or one of another kind. */
type ReportedKind = "windowed" | "unreported" | "unwindowed";

/** Applies an answer to each limit of its operation, which has had its permit given back. */
export function applyAnswer(
  limits: SharedLimits,
  of: SharedRoute,
  answer: PacedAnswer,
): readonly [kind: ReportedKind, refusal: Refusal | undefined] {
  const { status, headers, receivedAt } = answer;
  const told = limits.learn(of, answer);
  const isExhausted = [...told.values()].some(({ remaining }) => remaining < 1);
  const isLimit = isLimitRefusal(status, retryAfterMs(headers, receivedAt), isExhausted);
  // An operation that tells no limit has none, if others tell theirs.
  if (!of.isKnown && !told.size && limits.isTold() && !isLimit && status < 500) of.limits = [];
  of.isKnown ||= isLimit || status < 500;
  const alone = isLimit && !isExhausted ? pauseAlone(limits, of, answer) : undefined;
  let kind: ReportedKind = "unreported";
  let refusal: Refusal | undefined;
  for (const limit of of.limits) {
    const { state } = limit;
    const report = told.get(limit);
    const remaining = report?.remaining ?? NaN;
    const reported = applyReport(state, answer, report);
    if (kind !== "unwindowed" && reported !== "unreported") kind = reported;
    if (!isLimit) raise(state, answer.sentAt);
    // If a limit is used up, the refusal is for that limit only.
    else if (!alone && (!isExhausted || remaining < 1)) {
      const own = applyRefusal(state, answer, [remaining, limits.inFlight(limit)]);
      if (!refusal || (own.retryAt ?? 0) > (refusal.retryAt ?? 0)) refusal = own;
    }
  }
  return [kind, refusal ?? alone];
}

/**
 * Pauses an operation that is refused for a while, and no limit is named, alone: as long as no other operation that shares
 * a limit with it is kept waiting, too.
 */
function pauseAlone(limits: SharedLimits, of: SharedRoute, { headers, receivedAt }: PacedAnswer): Refusal | undefined {
  const wait = waitOf(headers, receivedAt);
  const isPaused = ({ pausedUntil }: { readonly pausedUntil: number }): boolean => pausedUntil > receivedAt;
  const isShared = [...limits.routes()].some(
    (other) => other !== of && isPaused(other) && other.limits.some((limit) => of.limits.includes(limit)),
  );
  if (!wait || isShared || of.limits.some(({ state }) => isPaused(state))) return undefined;
  of.pausedUntil = Math.max(of.pausedUntil, receivedAt + wait);
  return { kind: "window", retryAt: of.pausedUntil };
}

/** The wait that an answer asks for, as far as it is believed, in milliseconds; 0: none. */
function waitOf(headers: Headers, now: number): number {
  return Math.min(BELIEVED_MS, retryAfterMs(headers, now) ?? 0);
}

/** Applies what an answer reports of a limit. */
function applyReport(state: LeaseState, answer: PacedAnswer, report: LimitReport | undefined): ReportedKind {
  const { sentAt, receivedAt } = answer;
  const { limit = NaN, remaining = NaN, reset: end = NaN } = report ?? {};
  const isLimited = remaining >= 0 && limit >= 0 && end > 0;
  // Reset is in whole seconds, so a window may end up to a second before it. A later Reset before that is no window's.
  const isUnwindowed =
    isLimited && state.reset > 0 && end > state.reset && receivedAt < state.reset - state.clock.high - 1000;
  // An earlier Reset in the answer to a request sent well after the window was known: the service's clock was set back.
  state.clockSetBack ||= isLimited && end < state.reset && sentAt > state.knownSince + state.leaseMs;
  if (isLimited && (end > state.reset || state.clockSetBack)) openWindow(state, answer, [limit, remaining, end]);
  else if (isLimited && end === state.reset) {
    state.lowestRemaining = Math.min(state.lowestRemaining, remaining);
    if (state.isProbing) {
      state.isProbing = false;
      state.reportDue = true;
      state.nextRequestAt = 0;
    }
    if (isTest(state, answer)) extendWindow(state, receivedAt);
  } else if (isTest(state, answer)) abandonTest(state);
  else if (isLimited && state.carriedOver > 0) {
    // The service counted the request in its own, earlier window: its permit of this window is to be given back.
    state.carriedOver--;
    state.orphaned++;
  }
  return isUnwindowed ? "unwindowed" : isLimited ? "windowed" : "unreported";
}

/** Ends a test that failed or had no result, so that another process can test. */
export function abandonTest(state: LeaseState): void {
  if (state.test === "none") return;
  state.test = "none";
  state.releaseTest = state.reportDue = true;
}

/** Starts the window that an answer reports, and has it reported to the other processes at once. */
function openWindow(
  state: LeaseState,
  answer: PacedAnswer,
  [limit, remaining, end]: readonly [number, number, number],
): void {
  const { sentAt, receivedAt } = answer;
  const { testRequestedAt, earlyTests } = state;
  const wasTest = isTest(state, answer);
  if (wasTest) state.ownTestMs = Math.max(1, receivedAt - testRequestedAt);
  if (wasTest && earlyTests > 0)
    state.lateMs = Math.max(0, Math.min(MAX_LATE_MS, sentAt - latestEnd(state) + state.lateMs));
  startWindow(state, end, limit, receivedAt);
  state.lowestRemaining = remaining;
  state.reportDue = true;
}

/** Ends a test that found the same window: it came too early, or was made because Redis did not know the window. */
function extendWindow(state: LeaseState, now: number): void {
  state.test = "none";
  state.nextRequestAt = 0;
  if (!isWindowOver(state, now)) {
    state.reportDue = true;
    return;
  }
  // A service that says the same once more is believed for as long again.
  if (now >= state.knownSince + BELIEVED_MS) state.knownSince = now;
  state.retestAt = Math.max(latestEnd(state), now + FIRST_RETEST_MS * 2 ** state.earlyTests);
  state.earlyTests++;
  state.nextRequestAt = state.retestAt;
}

/** Applies a refusal. `remaining`: as the answer reports it, else NaN; `inFlight` requests have no answer yet. */
function applyRefusal(
  state: LeaseState,
  answer: PacedAnswer,
  [remaining, inFlight]: readonly [number, number],
): Refusal {
  const { headers, sentAt, receivedAt } = answer;
  const retryAfter = waitOf(headers, receivedAt);
  let wait = retryAfter;
  const isKnown = state.reset > 0 && !isWindowOver(state, receivedAt + TEST_PRECISION_MS);
  const isWindow = !(remaining >= 1) && (retryAfter > 0 || remaining === 0);
  if (isWindow) {
    // The service would refuse the permits still held, of this process and of others.
    if (state.permits > 0 || !state.exhausted) state.reportDue = true;
    state.permits = 0;
  } else {
    if (sentAt > state.refusedAt) {
      state.refusedAt = receivedAt;
      bound(state, inFlight);
      wait = Math.max(wait, backOff(state, state.random()));
    }
    lower(state);
  }
  if (wait) state.pausedUntil = Math.max(state.pausedUntil, receivedAt + wait);
  return {
    kind: isWindow ? "window" : "quota",
    retryAt: Math.max(state.pausedUntil, isWindow && isKnown ? latestEnd(state) : receivedAt),
  };
}
