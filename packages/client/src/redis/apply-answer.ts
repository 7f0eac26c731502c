import type { PacedAnswer, Refusal } from "../pacing/pacer.ts";
import { readLimits } from "../pacing/rate-limit-headers.ts";
import { observe } from "../pacing/server-clock.ts";
import { retryAfterMs } from "../retry/retry-after.ts";
import {
  FIRST_BACKOFF_MS,
  isWindowOver,
  type LeaseState,
  latestEnd,
  startWindow,
  TEST_PRECISION_MS,
} from "./lease-state.ts";

const MAX_BACKOFF_MS = 60_000;
const MAX_LATE_MS = 1000;
const FIRST_RETEST_MS = 25;

/** Reading of one answer of the service. */
export interface AnswerReading {
  /** Whether the answer reports a limit with windows, no limit, or a limit of another kind. */
  readonly kind: "windowed" | "unreported" | "unwindowed";
  readonly refusal: Refusal | undefined;
}

/** Applies the status and the rate-limit headers of an answer; `inFlight` requests have none yet. */
export function applyAnswer(state: LeaseState, answer: PacedAnswer, inFlight: number): AnswerReading {
  const { status, headers, sentAt, receivedAt } = answer;
  const { roundsDown, inMs } = state.dialect;
  const [reports, date] = readLimits(headers, sentAt, receivedAt, state.dialect);
  const [, limit = NaN, remaining = NaN, end = NaN] = reports[0] ?? [];
  // If this answer changed how Reset is read, the known end was misread.
  if (roundsDown !== state.dialect.roundsDown || inMs !== state.dialect.inMs) state.reset = 0;
  if (date) state.clock = observe(state.clock, date, sentAt, receivedAt);
  const isTest = state.test === "sent" && sentAt >= state.testSentAt;
  const isLimited = remaining >= 0 && limit >= 0 && end > 0;
  // Reset is in whole seconds, so a window may end up to a second before it. A later Reset before that is no window's.
  const isUnwindowed =
    isLimited && state.reset > 0 && end > state.reset && receivedAt < state.reset - state.clock[1] - 1000;
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
    if (isTest) extendWindow(state, receivedAt);
  } else if (isTest) abandonTest(state);
  else if (isLimited && state.carriedOver > 0) {
    // The service counted the request in its own, earlier window: its permit of this window is to be given back.
    state.carriedOver--;
    state.orphaned++;
  }
  const kind = isUnwindowed ? "unwindowed" : isLimited ? "windowed" : "unreported";
  if (status === 429) return { kind, refusal: applyRefusal(state, answer, remaining, inFlight) };
  if (sentAt > state.refusedAt) state.backoffMs = FIRST_BACKOFF_MS;
  state.concurrency += 1 / (8 * state.concurrency);
  return { kind, refusal: undefined };
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
  const { test, testSentAt, testRequestedAt, earlyTests } = state;
  const isTest = test === "sent" && sentAt >= testSentAt;
  if (isTest) state.ownTestMs = Math.max(1, receivedAt - testRequestedAt);
  if (isTest && earlyTests > 0)
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
  state.retestAt = Math.max(latestEnd(state), now + FIRST_RETEST_MS * 2 ** state.earlyTests);
  state.earlyTests++;
  state.nextRequestAt = state.retestAt;
}

function applyRefusal(state: LeaseState, answer: PacedAnswer, remaining: number, inFlight: number): Refusal {
  const { headers, sentAt, receivedAt } = answer;
  const { random } = state;
  const retryAfter = retryAfterMs(headers, receivedAt) ?? 0;
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
      state.concurrency = Math.min(state.concurrency, inFlight + 1);
      wait = Math.max(wait, state.backoffMs * random());
      state.backoffMs = Math.min(MAX_BACKOFF_MS, 2 * state.backoffMs);
    }
    state.concurrency = Math.max(1, state.concurrency - 1);
  }
  if (wait) state.pausedUntil = Math.max(state.pausedUntil, receivedAt + wait);
  return {
    kind: isWindow ? "window" : "quota",
    retryAt: Math.max(state.pausedUntil, isWindow && isKnown ? latestEnd(state) : receivedAt),
  };
}
