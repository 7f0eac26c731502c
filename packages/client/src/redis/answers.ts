import type { PacedAnswer, Refusal } from "../pacing/pacer.ts";
import { readLimits } from "../pacing/rate-limit-headers.ts";
import { observe } from "../pacing/server-clock.ts";
import { retryAfterMs } from "../retry/retry-after.ts";
import { FIRST_BACKOFF_MS, type LeaseState } from "./lease-state.ts";
import { adopt, isOver, latestEnd, WIDE_MS } from "./window.ts";

const MAX_BACKOFF_MS = 60_000;
const MAX_LATE_MS = 1000;
const FIRST_RETEST_MS = 25;

/** What an answer meant. */
export interface Heard {
  /** `limited`: it told of the limit. `silent`: it did not. `odd`: it told of another kind of limit than windows. */
  readonly kind: "limited" | "silent" | "odd";
  readonly refusal: Refusal | undefined;
}

/** Takes in what an answer of the service tells. */
export function takeAnswer(state: LeaseState, answer: PacedAnswer, inFlight: number): Heard {
  const { status, headers, sentAt, receivedAt } = answer;
  const { roundsDown, inMs } = state.dialect;
  const [reports, date] = readLimits(headers, sentAt, receivedAt, state.dialect);
  const [, limit = NaN, left = NaN, end = NaN] = reports[0] ?? [];
  // Where that shows, the end that is known was misread: start anew.
  if (roundsDown !== state.dialect.roundsDown || inMs !== state.dialect.inMs) state.reset = 0;
  if (date) state.clock = observe(state.clock, date, sentAt, receivedAt);
  const isTest = state.test === "sent" && sentAt >= state.testSentAt;
  const isLimited = left >= 0 && limit >= 0 && end > 0;
  // A window may end up to a second before its Reset in whole seconds. What comes earlier still is no window.
  const isOdd = isLimited && state.reset > 0 && end > state.reset && receivedAt < state.reset - state.clock[1] - 1000;
  // A request that was sent in full knowledge of the window tells of an earlier one: the service's clock was set back.
  state.reopen ||= isLimited && end < state.reset && sentAt > state.since + state.leaseMs;
  if (isLimited && (end > state.reset || state.reopen)) open(state, answer, [limit, left, end]);
  else if (isLimited && end === state.reset) {
    state.lowest = Math.min(state.lowest, left);
    if (state.finding) {
      state.finding = false;
      state.tell = true;
      state.askAt = 0;
    }
    if (isTest) keepWindow(state, receivedAt);
  } else if (isTest) giveUpTest(state);
  else if (isLimited && state.carried > 0) {
    // It was counted in its own window after all.
    state.carried--;
    state.stray++;
  }
  const kind = isOdd ? "odd" : isLimited ? "limited" : "silent";
  if (status === 429) return { kind, refusal: refuse(state, answer, left, inFlight) };
  if (sentAt > state.refusedAt) state.backoff = FIRST_BACKOFF_MS;
  state.concurrency += 1 / (8 * state.concurrency);
  return { kind, refusal: undefined };
}

/** The test failed or told nothing: another process may try. */
export function giveUpTest(state: LeaseState): void {
  if (state.test === "none") return;
  state.test = "none";
  state.release = state.tell = true;
}

/** A new window: the others learn it at once. */
function open(state: LeaseState, answer: PacedAnswer, [limit, left, end]: readonly [number, number, number]): void {
  const { sentAt, receivedAt } = answer;
  const { test, testSentAt, testAskAt, early } = state;
  const isTest = test === "sent" && sentAt >= testSentAt;
  if (isTest) state.took = Math.max(1, receivedAt - testAskAt);
  if (isTest && early > 0) state.late = Math.max(0, Math.min(MAX_LATE_MS, sentAt - latestEnd(state) + state.late));
  adopt(state, end, limit, receivedAt);
  state.lowest = left;
  state.tell = true;
}

/** The window goes on. Either it was not over yet, or the shared state did not know of it. */
function keepWindow(state: LeaseState, now: number): void {
  state.test = "none";
  state.askAt = 0;
  if (!isOver(state, now)) {
    state.tell = true;
    return;
  }
  state.retestAt = Math.max(latestEnd(state), now + FIRST_RETEST_MS * 2 ** state.early);
  state.early++;
  state.askAt = state.retestAt;
}

function refuse(state: LeaseState, answer: PacedAnswer, left: number, inFlight: number): Refusal {
  const { headers, sentAt, receivedAt } = answer;
  const { random } = state;
  const asked = retryAfterMs(headers, receivedAt) ?? 0;
  let wait = asked;
  const isKnown = state.reset > 0 && !isOver(state, receivedAt + WIDE_MS);
  const isWindow = !(left >= 1) && (asked > 0 || left === 0);
  if (isWindow) {
    // Whatever is held would be refused as well, here and elsewhere.
    if (state.permits > 0 || !state.exhausted) state.tell = true;
    state.permits = 0;
  } else {
    if (sentAt > state.refusedAt) {
      state.refusedAt = receivedAt;
      state.concurrency = Math.min(state.concurrency, inFlight + 1);
      wait = Math.max(wait, state.backoff * random());
      state.backoff = Math.min(MAX_BACKOFF_MS, 2 * state.backoff);
    }
    state.concurrency = Math.max(1, state.concurrency - 1);
  }
  if (wait) state.pausedUntil = Math.max(state.pausedUntil, receivedAt + wait);
  return {
    kind: isWindow ? "window" : "quota",
    retryAt: Math.max(state.pausedUntil, isWindow && isKnown ? latestEnd(state) : receivedAt),
  };
}
