import { BELIEVED_MS } from "../pacing/limit-state.ts";
import type { Understood } from "../pacing/limiter-steps.ts";
import type { PacedAnswer } from "../pacing/pacer.ts";
import type { LimitReport } from "../pacing/rate-limit-headers.ts";
import { isTest, isWindowOver, type LeaseState, latestEnd, startWindow } from "./lease-state.ts";
import type { Part } from "./shared-limits.ts";

const MAX_LATE_MS = 1000;
const FIRST_RETEST_MS = 25;

/** A policy with a longer window is a mistake of the service: a year. */
const LONGEST_MS = 366 * 86_400_000;

/** Kind of limit that an answer reports: one with windows, none, or one of another kind. */
type ReportedKind = "windowed" | "unreported" | "unwindowed";

/** Applies an answer to what processes share of the limits of its operation, after the limiter has understood it. */
export function applyAnswer(parts: readonly Part[], answer: PacedAnswer, { told, refusal }: Understood): ReportedKind {
  let kind: ReportedKind = "unreported";
  for (const { index, limit, shared } of parts) {
    const { state } = shared;
    const report = told[index] && whole(state, answer, told[index]);
    const reported = applyReport(state, answer, report);
    if (kind !== "unwindowed" && reported !== "unreported") kind = reported;
    const isExhausted = report && report.remaining < 1;
    if (refusal?.kind !== "window" || !(isExhausted || limit.pausedUntil > answer.receivedAt)) continue;
    // The service would refuse the permits still held, of this process and of others.
    if (state.permits > 0 || !state.exhausted) state.reportDue = true;
    state.permits = 0;
  }
  return kind;
}

/** A report in whole permits. The request that tests whether a new window has begun begins that of a policy without a count. */
export function whole(state: LeaseState, answer: PacedAnswer, report: LimitReport): LimitReport {
  const limit = Math.floor(report.limit);
  const { remaining, lengthMs } = report;
  if (remaining >= 0) return { ...report, limit, remaining: Math.floor(remaining) };
  const reset = lengthMs < LONGEST_MS ? Math.ceil(answer.receivedAt + lengthMs + state.clock.high) : NaN;
  return { ...report, limit, remaining: isTest(state, answer) ? limit - 1 : NaN, reset };
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
