import { BELIEVED_MS, type Draft, type LimitState } from "./limit-state.ts";
import type { LimitReport } from "./rate-limit-headers.ts";
import { compareEnd, type EndTimes, endTimes, learnEnd, type ServerClock, startedLength } from "./window-end.ts";

/** Longest delay after the announced end of a window at which the next is expected. */
const MAX_LATE_MS = 1000;

/** Report of a limit in an answer, and the times of that. */
export interface TimedReport {
  readonly report: LimitReport;
  readonly sentAt: number;
  readonly receivedAt: number;
  /** Whether the service accepted the request, and so counted it. */
  readonly isAccepted: boolean;
  /** Permits that this client may have used by it: what may be its own is not taken for the use of others. 0 or 1. */
  readonly used: number;
}

/** The end of the current window on the local clock. */
export function endOf(window: LimitState, clock: ServerClock): EndTimes {
  const { end, lateMs, openedBy, openedAt } = window;
  const { soonest, probable, certain } = endTimes(end, clock);
  const length = lengthOf(window, clock) ?? Infinity;
  return {
    soonest: Math.min(soonest, openedBy + length) + lateMs,
    probable: Math.min(probable, openedAt + length) + lateMs,
    certain: Math.ceil(Math.min(certain, openedAt + length) + lateMs),
  };
}

/** Length of a window that began with a request of this client, where that shows; it may end sooner than told. */
export function lengthOf(window: LimitState, clock: ServerClock): number | undefined {
  const { end, isOwn, isContinuous, startedMs, endsAsTold } = window;
  const isTold = !isOwn || isContinuous || endsAsTold || end.latest > 0;
  return isTold ? undefined : startedMs || startedLength(end.reset, window, clock);
}

/** Whether the end in a report fits this window or the next. */
export function fits(window: LimitState, report: LimitReport, at: number, clock: ServerClock): boolean {
  const { isAssumed, isContinuous } = window;
  return isAssumed || isContinuous || at >= endOf(window, clock).soonest || !compareEnd(window, report, at);
}

/** Begins a window with so many permits. What was learnt of others in the last one is kept. */
function begin(next: Draft<LimitState>, remaining: number, own: number, now: number): void {
  if (!next.isAssumed) {
    next.share = shareOf(next);
    next.isProven ||= next.isWhole;
  }
  next.isAssumed = false;
  next.since = next.remainingAt = now;
  next.remaining = remaining;
  next.own = own;
  next.early = next.inFlight;
  next.lost = next.halfAt = next.halfOwn = 0;
}

/**
 * Assumes the next window. If the key is shared, a client plans three quarters of what it used in the last one, or what
 * others would leave of it if they used half as much again. The rest is for the time after its middle, when each takes as
 * much as the others: so their shares become equal, and nobody is refused who keeps to this.
 */
export function assumeNext(next: Draft<LimitState>, now: number): void {
  const { limit, isWhole, isContinuous, own, lost } = next;
  const mine = own + lost;
  // What was left when last seen may have been used by them since.
  const others = isWhole ? limit - mine : Infinity;
  next.plan = shareOf(next) < 1 ? Math.max(1, Math.min(0.75 * mine, mine - 1), limit - 1.5 * others) : Infinity;
  next.others = others;
  begin(next, isWhole && !isContinuous ? Math.floor(Math.min(limit, next.plan)) : 1, 0, now);
  next.isSampled ||= isWhole;
  next.isAssumed = true;
  next.base = next.remaining;
}

/** Learns from a report of this window, of a later or of an earlier one. */
export function learn(next: Draft<LimitState>, timed: TimedReport, clock: ServerClock): void {
  const { report, sentAt } = timed;
  const { since, isAssumed } = next;
  const order = compareEnd(next, report, sentAt);
  next.name = report.name;
  if (order > 0 || (order < 0 && sentAt > since)) open(next, timed, clock);
  else if (sentAt >= since || (!isAssumed && order === 0)) {
    // The window was taken to be over, and is not.
    if (isAssumed && order === 0 && lengthOf(next, clock)) {
      next.isAssumed = next.isWhole = false;
      next.endsAsTold = true;
      next.isContinuous ||= timed.isAccepted;
    }
    count(next, timed);
  }
}

/** Opens the window that an answer has reported first. */
function open(next: Draft<LimitState>, timed: TimedReport, clock: ServerClock): void {
  const { report, sentAt, receivedAt, used } = timed;
  const isFollowing = next.end.reset > 0;
  if (isFollowing) {
    // A Reset that comes sooner than the one before shows that one of them was wrong, and no more.
    const isLater = compareEnd(next, report, sentAt) > 0;
    if (isLater && !next.isAssumed && receivedAt < endOf(next, clock).soonest) next.isContinuous = true;
    if (receivedAt + clock.high < next.end.reset) next.startedMs = lengthOf(next, clock) ?? 0;
    next.probes = 0;
  }
  if (next.wasLate) next.lateMs = Math.min(MAX_LATE_MS, next.lateMs + Math.max(0, sentAt - next.since));
  begin(next, report.remaining, used, receivedAt);
  next.isWhole = isFollowing && !next.wasLate;
  next.wasLate = next.isOwn = false;
  next.limit = report.limit;
  next.base = next.isWhole ? report.limit : report.remaining + used;
  next.end = learnEnd(next.end, report, sentAt, true);
  note(next, timed);
  believe(next, timed, clock);
}

/** Decides for how long the end is believed that an answer tells: not for longer than a whole window took before. */
function believe(next: Draft<LimitState>, { report, sentAt, receivedAt }: TimedReport, clock: ServerClock): void {
  const { isProven, lengthMs } = next;
  const toGo = endOf(next, clock).certain - sentAt;
  const length = report.lengthMs || (isProven ? lengthMs : Infinity);
  next.believedUntil = receivedAt + Math.min(BELIEVED_MS, length) + 2 * MAX_LATE_MS;
  next.lengthMs = report.lengthMs || Math.max(lengthMs, isProven ? Math.min(toGo, 2 * lengthMs) : toGo);
}

/** Notes the request with which the window is known, or with which it may have begun. */
function note(next: Draft<LimitState>, { report, sentAt, receivedAt, isAccepted }: TimedReport): void {
  next.isOwn = isAccepted && report.remaining === report.limit - 1;
  next.openedBy = sentAt;
  next.openedAt = receivedAt;
}

/** Counts an answer of the current window. */
function count(next: Draft<LimitState>, timed: TimedReport): void {
  const { report, sentAt, receivedAt, isAccepted, used } = timed;
  const { remaining } = report;
  const isLater = sentAt > next.remainingAt;
  next.end = learnEnd(next.end, report, sentAt, false);
  if (isAccepted && remaining === report.limit - 1) note(next, timed);
  // Within a window Remaining falls with each request. If it does not, permits come back continuously.
  if (isAccepted && isLater && remaining >= next.remaining) next.isContinuous = true;
  if (next.isAssumed || remaining < next.remaining || (next.isContinuous && isLater)) {
    next.remaining = remaining;
    next.remainingAt = receivedAt;
    next.early = next.inFlight;
  }
  next.own += used;
  // If others have used what they did in the last window, the rest is free sooner.
  if (next.others && usedByOthers(next) >= next.others) next.halfAt ||= receivedAt;
  if (next.halfAt && sentAt >= next.halfAt && !next.halfOwn) {
    next.halfRemaining = next.remaining;
    next.halfOwn = next.own;
  }
  // `>=`: an answer in the same millisecond counts too, or the lost requests might stay counted for ever.
  if (sentAt >= next.lostAt) {
    next.own += next.lost;
    next.lost = 0;
  }
  if (sentAt >= next.since && !next.isSampled && (!next.inFlight || next.own > next.base / 16)) {
    next.isSampled = true;
    next.share = shareOf(next);
  }
}

/** Permits that other clients used. While none are known, all requests in flight count as used by this one. */
function usedByOthers({ isContinuous, base, remaining, own, lost, early, share }: LimitState): number {
  return isContinuous ? 0 : Math.max(0, base - remaining - own - lost - (share < 1 ? 0 : early));
}

/** This client's share of the used permits, 1 when alone. If it was proven, the past weighs as a whole window. */
function shareOf(state: LimitState): number {
  const { base, own, lost, share, isProven, isWhole } = state;
  const weight = isWhole ? (isProven ? base : base / 16) : 0;
  const mine = own + lost + weight * share;
  const all = mine + usedByOthers(state) + weight * (1 - share);
  return mine < 0.95 * all ? mine / all : 1;
}

/** How many of the remaining permits this client may take. */
function fairPart(state: LimitState): number {
  const { isAssumed, isSampled, isContinuous, halfAt, remaining, base, own, inFlight, plan } = state;
  if (isAssumed) return remaining;
  if (!isSampled) return Math.min(remaining, Math.max(1 + base / 16 - own, inFlight ? 0 : 1));
  if (isContinuous) return remaining - (halfAt ? 0 : 1);
  const share = shareOf(state);
  if (share === 1) return remaining;
  const part = plan < Infinity ? plan - own : (remaining * share) / 6;
  return Math.min(remaining, halfAt ? latePart(state, share) : part);
}

/**
 * The same after the middle of a shared window: one request, then one more for each accepted, as long as others leave
 * enough. The last permit is left to them, since it is never sure.
 */
function latePart({ halfAt, halfOwn, halfRemaining, remaining, remainingAt, own }: LimitState, share: number): number {
  if (remainingAt < halfAt) return 1;
  const late = own - halfOwn;
  const others = Math.max(0, halfRemaining - remaining - late);
  const isAlone = late > 1 && !others;
  const part = ((remaining - 1) * (late + 2 * share)) / (late + others + 2);
  return Math.min(late + 1, isAlone ? remaining : part);
}

/** How many more requests may be sent, pauses aside. */
export function roomOf(state: LimitState): number {
  return Math.floor(Math.min(fairPart(state) - state.lost, state.mostInFlight)) - state.inFlight;
}
