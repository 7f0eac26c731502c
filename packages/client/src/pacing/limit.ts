import {
  BELIEVED_MS,
  type Draft,
  type LimitEvent,
  type LimitRefusal,
  type LimitState,
  type Outcome,
} from "./limit-state.ts";
import { accept, backOff, bound, exhaust, lower, outwait, patienceEnd, raise, recover, soften } from "./unreported.ts";
import { assumeNext, endOf, learn, lengthOf, roomOf } from "./window.ts";
import { compareEnd, isInStep, type ServerClock, UNKNOWN_END } from "./window-end.ts";

/** Duration below which knowing the end of a window better is not worth a probe. */
const WIDE_MS = 50;

/** Duration by which two times that mean the same may differ, since they are told in seconds. */
const ROUNDED_MS = 1000;

/** Requests that may be sent, and when to look again. */
export interface Permits {
  readonly permits: number;
  /** Local time of the next decision; infinite: when an answer comes. */
  readonly nextTime: number;
  /** Whether no answer can allow a request before that. */
  readonly isCertain?: boolean;
  /** Whether only an answer is awaited that tells the limits: that is no wait for a limit. */
  readonly isLearning?: boolean;
  /** Whether the request finds out if the first window is over. */
  readonly isProbe?: boolean;
}

/** The next state of a limit. The steps below write into a copy of the state. */
export function reduceLimit(state: LimitState, event: LimitEvent, clock: ServerClock): LimitState {
  const next: Draft<LimitState> = { ...state };
  switch (event.type) {
    case "sent":
      next.inFlight += event.count;
      if (event.isProbe) next.probes--;
      break;
    case "answered":
      answered(next, event, clock);
      break;
    case "failed":
      land(next, event.now);
      lose(next, event.now);
      break;
    case "refused":
      refused(next, event.refusal, clock);
      break;
    case "elapsed":
      elapsed(next, event.now, clock);
      break;
    case "recovered":
      recover(next);
      break;
    case "misread":
      next.end = UNKNOWN_END;
  }
  return next;
}

/** How many of `queued` requests may be sent at `now`, after an `elapsed` event of that time. */
export function permitsOf(state: LimitState, now: number, queued: number, clock: ServerClock): Permits {
  const { believedUntil, inFlight } = state;
  const told = permitsAsTold(state, now, queued, clock);
  if (inFlight || told.nextTime === Infinity || told.nextTime <= believedUntil) return told;
  return now < believedUntil ? { ...told, nextTime: believedUntil } : { permits: 1, nextTime: Infinity };
}

/** The same, if the service is right about what it tells. */
function permitsAsTold(state: LimitState, now: number, queued: number, clock: ServerClock): Permits {
  const { inFlight, pausedUntil, end, halfAt, remaining, lost, isSampled, probes, share } = state;
  if (now < pausedUntil) return { permits: 0, nextTime: pausedUntil, isCertain: true };
  const permits = Math.min(roomOf(state), queued);
  if (permits >= 1) return { permits, nextTime: Infinity };
  const isUnlimited = state.capacity === Infinity && state.mostInFlight === Infinity;
  // If no event would ever allow a request, send one to learn the state, or all calls would wait for ever.
  if (!inFlight && (state.isAssumed || lost > (isSampled ? state.limit / 8 : 0)))
    return { permits: 1, nextTime: Infinity };
  if (state.isAssumed) return { permits: 0, nextTime: patienceEnd(state), isLearning: !end.reset && isUnlimited };
  const { probable, certain } = endOf(state, clock);
  if (!halfAt && remaining >= 1) {
    const isLearning = !isSampled && remaining - lost - inFlight >= 1;
    return { permits: 0, nextTime: middleOf(state, certain), isLearning };
  }
  const isExpected = probes < (share < 1 ? 2 : 1) || certain - probable < WIDE_MS;
  if (inFlight || isExpected) return { permits: 0, nextTime: certain, isCertain: remaining < 1 };
  const probeAt = isInStep(clock) ? probable : probable + (certain - probable) / (probes + 1);
  return now < probeAt
    ? { permits: 0, nextTime: probeAt, isCertain: true }
    : { permits: 1, nextTime: Infinity, isProbe: true };
}

/** When half of the window is over; where permits come back continuously, a quarter. */
function middleOf({ since, isContinuous }: LimitState, end: number): number {
  return since + (end - since) / (isContinuous ? 4 : 2);
}

/** Takes a request off those in flight. */
function land(next: Draft<LimitState>, sentAt: number): void {
  next.inFlight--;
  if (sentAt < next.remainingAt) next.early = Math.max(0, next.early - 1);
  next.early = Math.min(next.inFlight, next.early);
}

function answered(
  next: Draft<LimitState>,
  { outcome, report }: Extract<LimitEvent, { type: "answered" }>,
  clock: ServerClock,
): void {
  const { sentAt, receivedAt, isAccepted, isLimit } = outcome;
  land(next, sentAt);
  if (sentAt >= next.believedUntil) {
    next.believedUntil = receivedAt + BELIEVED_MS;
    if (isAccepted) next.pausedUntil = Math.min(next.pausedUntil, receivedAt);
    // A window of which nothing is told any more, although it is not over, is none.
    if (isAccepted && !report && !next.isAssumed && sentAt < endOf(next, clock).soonest) {
      next.end = UNKNOWN_END;
      next.isAssumed = true;
      next.remaining = Infinity;
    }
  }
  // A server error may have been counted, and so may a refusal that leaves requests.
  const used = isLimit && report && report.remaining < 1 ? 0 : 1;
  if (report && report.remaining >= 0) learn(next, { report, sentAt, receivedAt, isAccepted, used }, clock);
  else answeredUncounted(next, report ?? next, outcome, clock);
  if (isAccepted) raise(next, sentAt);
}

/** Counts an answer that reports nothing of this limit, or only its policy. */
function answeredUncounted(
  next: Draft<LimitState>,
  { name = "", limit, lengthMs }: Pick<LimitState, "name" | "limit" | "lengthMs">,
  { sentAt, receivedAt, isAccepted, isTold }: Outcome,
  clock: ServerClock,
): void {
  const { isAssumed } = next;
  if (lengthMs && (isAccepted ? isTold : next.name === undefined)) {
    // The answer reports other limits; this one, whose length is known, is counted here. If that is new, it begins now.
    const at = sentAt + lengthMs;
    const end = isAssumed ? { reset: at + clock.low, earliest: at, latest: at } : next.end;
    const report = { name, limit, remaining: (isAssumed ? limit : next.remaining) - 1, ...end, lengthMs };
    learn(next, { report, sentAt, receivedAt, isAccepted, used: 1 }, clock);
  } else if (isAccepted && !next.end.reset) accept(next, sentAt);
  else lose(next, receivedAt);
}

/** Counts a request that the service may or may not have counted. */
function lose(next: Draft<LimitState>, now: number): void {
  next.lostAt = now;
  if (next.end.reset) next.lost++;
  else soften(next);
}

/** How a refusal concerns a limit: it is of an `earlier` window, means nothing (`none`), or is for the window, or a quota. */
type Reason = "earlier" | "none" | "window" | "quota";

function reasonOf(state: LimitState, { sentAt, report, waitMs, isLimit, isDown }: LimitRefusal): Reason {
  if (sentAt < state.since && !(report && compareEnd(state, report, sentAt) >= 0)) return "earlier";
  if (!isLimit && !isDown && state.mostInFlight === Infinity) return "none";
  const isWindow = isLimit && !(report && report.remaining >= 1) && (!state.isAssumed || waitMs > 0);
  return isWindow ? "window" : "quota";
}

function refused(next: Draft<LimitState>, refusal: LimitRefusal, clock: ServerClock): void {
  const { sentAt, receivedAt, isDown } = refusal;
  const reason = reasonOf(next, refusal);
  if (reason === "earlier" || reason === "none") return;
  const isOver = next.isAssumed && next.end.reset > 0;
  // Of requests refused while in flight together, only the first counts.
  const isFirst = sentAt > next.refusedAt && (reason === "quota" || (next.isAssumed && !isOver));
  let wait = refusal.waitMs;
  if (isFirst) {
    next.refusedAt = receivedAt;
    bound(next, next.inFlight);
  }
  if (reason === "quota") {
    if (isFirst) {
      if (!isDown) wait = Math.max(wait, backOff(next, refusal.random()));
      const isGuessed = isOver && lengthOf(next, clock) !== undefined;
      next.wasLate = isOver && !isGuessed;
      next.endsAsTold ||= isGuessed;
    }
    lower(next);
  } else if (!next.isAssumed) next.remaining = 0;
  else if (isFirst) exhaust(next);
  if (wait) pause(next, receivedAt + wait, refusal, clock);
}

/** Pauses until the time that the service tells, or the end of the window that it tells beside, if that is sooner. */
function pause(next: Draft<LimitState>, until: number, { report, receivedAt }: LimitRefusal, clock: ServerClock): void {
  const end = report && !next.isAssumed ? endOf(next, clock).certain : Infinity;
  next.pausedUntil = Math.max(next.pausedUntil, Math.min(until, end));
  // If it is the end that is far, one request finds out; ends are rounded.
  next.believedUntil = next.isAssumed ? receivedAt + BELIEVED_MS : Math.min(next.believedUntil, until + ROUNDED_MS);
}

/** When a refused request may be sent again, and why; `undefined`: the refusal means nothing to the limit. */
export function refusalOf(
  before: LimitState,
  after: LimitState,
  refusal: LimitRefusal,
  clock: ServerClock,
): { readonly kind: "window" | "quota"; readonly retryAt: number } | undefined {
  const { receivedAt } = refusal;
  const reason = reasonOf(before, refusal);
  if (reason === "none") return undefined;
  if (reason === "earlier") return { kind: "window", retryAt: receivedAt };
  const end = reason === "quota" || after.isAssumed ? receivedAt : endOf(after, clock).certain;
  return { kind: reason, retryAt: Math.min(Math.max(after.pausedUntil, end), receivedAt + BELIEVED_MS) };
}

/** Ends pauses and windows that are over. */
function elapsed(next: Draft<LimitState>, now: number, clock: ServerClock): void {
  if (now < next.pausedUntil) return;
  if (next.pausedUntil && next.capacity < Infinity && !next.end.reset) next.remaining = next.capacity + next.inFlight;
  next.pausedUntil = 0;
  outwait(next, now);
  if (next.isAssumed) return;
  const { certain } = endOf(next, clock);
  if (now >= certain) assumeNext(next, now);
  else if (now >= middleOf(next, certain)) next.halfAt ||= now;
}
