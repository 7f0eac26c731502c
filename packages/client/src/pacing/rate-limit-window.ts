// biome-ignore-all lint/style/noExcessiveLinesPerFile: one state machine; what is not its counting is in window-end.ts
import type { LimitReport } from "./rate-limit-headers.ts";
import type { ServerClock } from "./server-clock.ts";
import { compareEnd, endTimes, learnEnd, type WindowEnd } from "./window-end.ts";

/** Knowing the end of a window better than this is not worth a test. */
const WIDE_MS = 50;
const BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 60_000;
/** The most by which an announced end of a window is mistrusted. */
const MAX_LATE_MS = 1000;
/** Requests in flight while nothing but failure is known of the service. */
const MOST_BLIND = 8;

/** What may go now, and when to decide again. */
export type Decision = readonly [
  send: number,
  /** Local time; infinite: when an answer comes. */
  wakeAt: number,
  /** Nothing goes before `wakeAt`, whatever answers come. */
  certain: boolean,
];

/** What the windows of one service have in common. */
export interface Shared {
  /** Uniform in [0, 1). */
  readonly random: () => number;
  clock: ServerClock;
}

/** What came of a request. Local times are epoch milliseconds. */
export interface Outcome {
  readonly sentAt: number;
  readonly receivedAt: number;
  /** The service took the request: it was neither refused nor failed. */
  readonly isTaken: boolean;
  /** Other limits are told, but perhaps not this one. */
  readonly isTold: boolean;
}

/** A refusal: what Retry-After asks for, or 0, and whether it is for a limit. A bare 503 may be an outage as well. */
export type Refused = readonly [waitMs: number, isLimit: boolean, isDown: boolean];

/** What is known of a window. */
export interface WindowFacts {
  /** Of the limit, as reports name it; `undefined` before the first. */
  readonly name: string | undefined;
  readonly limit: number;
  /** Requests that may go. Infinite: answers tell nothing, so that nothing is paced. */
  readonly left: number;
  /** The end on the local clock; 0 where none is known. */
  readonly endsAt: number;
  /** Requests come back all the time: a sliding window or a token bucket. */
  readonly isContinuous: boolean;
}

/**
 * The state machine of one limit: a fixed or sliding window, a token bucket, or none at all. It reads no clock and sets no
 * timer. docs/decisions/limiter.md tells how it works.
 */
export interface RateLimitWindow {
  facts(): WindowFacts;
  /** Whether a report may be one of this window, or of the next, by its end. */
  agrees(report: LimitReport, sentAt: number): boolean;
  /** How many requests may go without a look at the clock. */
  room(): number;
  /** How many of `queued` may go. */
  decide(now: number, queued: number): Decision;
  /** So many more requests are in flight. */
  hold(count: number): void;
  /** One of them came back, or failed. */
  settle(outcome: Outcome, report?: LimitReport): void;
  /**
   * It was refused. Returns the earliest time to try again, below zero where this window does not explain it; 0: nothing
   * was made of it.
   */
  refuse(outcome: Outcome, refused: Refused, report?: LimitReport): number;
  /** The service works again after an outage. */
  revive(): void;
  /** The end is to be learnt anew: it was misread. */
  forgetEnd(): void;
}

/** Makes the window of a limit of which nothing is known. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: bundlers shorten the names of variables, not of properties: as an object the state takes half a kilobyte more
export function createWindow(shared: Shared): RateLimitWindow {
  let name: string | undefined;
  let limit = NaN;
  /** Lowest Remaining seen in the window, or once `rolled` what is expected. Infinite: no headers, no pacing. */
  let remaining = 1;
  /** Local time at which that was learnt. */
  let lowestAt = 0;
  let end: WindowEnd = [0, 0, 0];
  /** Length of the window, where the policy tells it; else the longest time to its end. */
  let lengthMs = 0;
  /** The window has ended, or none is known: the present one is assumed, not yet seen. */
  let rolled = true;
  /** Local time since when the window is known: an answer to an earlier request may speak of an earlier window. */
  let since = 0;
  /** When the request was sent whose answer told of the window. */
  let openedBy = 0;
  /** Permits when counting began, and how many of them this client used. What else is gone went to others. */
  let base = 1;
  let own = 0;
  /** This client's share of what was used in earlier windows: 1 when alone. */
  let prior = 1;
  /** It was learnt in a whole window. */
  let proven = false;
  /** The window was seen from its start. */
  let whole = false;
  /** Requests sent in knowledge of the window have come back, so that others have shown themselves. */
  let sure = false;
  /** Half of the window is over: what others have not used by now is free. */
  let half = false;
  let continuous = false;
  let inFlight = 0;
  /** Of those, sent before the lowest Remaining was learnt, which may count them. */
  let early = 0;
  /** Requests without an answer, which may or may not have been counted, and the local time of the last. */
  let lost = 0;
  let lostAt = 0;
  /** How long after its announced end windows were found closed, in milliseconds; and whether this one was. */
  let late = 0;
  let missed = false;
  /** How many more requests may be risked to find the first end of a window. */
  let tests = 4;
  /** Without reports: requests taken since the last refusal, and between the last two. */
  let taken = 0;
  let capacity = Infinity;
  /** Nothing goes before this local time. */
  let pausedUntil = 0;
  /** Longest pause after the next refusal that no window explains, and the local time of the last one. */
  let backoff = BACKOFF_MS;
  let refusedAt = 0;
  /** Most requests in flight: infinite until one is refused for another reason than the window. */
  let concurrency = Infinity;
  /** After an outage it grows fast. */
  let reviving = false;

  /** Permits that others used. While believed to be alone, what is in flight counts as used by oneself. */
  const others = (): number => (continuous ? 0 : Math.max(0, base - remaining - own - lost - (prior < 1 ? 0 : early)));

  /** This client's share of what is used, 1 when alone. A past that is proven weighs as much as a whole window. */
  const share = (): number => {
    const weight = whole ? (proven ? base : base / 8) : 0;
    const mine = own + lost + weight * prior;
    const all = mine + others() + weight * (1 - prior);
    return mine < 0.95 * all ? mine / all : 1;
  };

  /** How many more may go. Of a shared window the rest is left alone until half time, but for small steps. */
  const room = (): number => {
    const mine = share();
    let fair = remaining;
    if (!rolled) {
      if (!sure) fair = Math.min(remaining, Math.max(1 + base / 16 - own, inFlight ? 0 : 1));
      else if (continuous) fair -= half ? 0 : 1;
      else if (mine < 1 && !(half && mine > 0.5)) fair *= mine / (half ? 2 : 6);
    }
    return Math.floor(Math.min(fair - lost, concurrency)) - inFlight;
  };

  const times = (): readonly number[] => endTimes(end, shared.clock).map((time) => time + late);
  /** The window has ended by then for certain, on the local clock. */
  const latestEnd = (): number => Math.ceil(times()[2] as number);
  const soonestEnd = (): number => times()[0] as number;

  const begin = (permits: number, used: number, now: number): void => {
    if (!rolled) {
      prior = share();
      proven ||= whole;
    }
    remaining = permits;
    early = inFlight;
    own = used;
    lost = 0;
    lowestAt = since = now;
    rolled = half = false;
  };

  /** The window has ended. The next: all but what others used in the last; one request where that is unknown. */
  const roll = (now: number): void => {
    const mine = share();
    const left = mine < 1 ? (1 - mine / 2) * remaining : 0;
    sure ||= whole;
    // A newcomer finds room: whoever has known others does not take nearly all at once.
    const most = mine < 1 ? 0.7 * limit : limit;
    begin(whole && !continuous ? Math.max(1, Math.floor(Math.min(most, limit - others() - left))) : 1, 0, now);
    rolled = true;
    base = remaining;
  };

  /** An answer tells nothing of this window. */
  const settleUntold = ({ sentAt, receivedAt, isTaken, isTold }: Outcome): void => {
    if (isTaken && isTold && lengthMs) {
      // Others are told instead: this one is counted.
      const at = rolled ? sentAt + lengthMs : NaN;
      const [reset, earliest, latest] = rolled ? [at + shared.clock[0], at, at] : end;
      learn(
        [name as string, limit, (rolled ? limit : remaining) - 1, reset, earliest, latest, lengthMs],
        sentAt,
        receivedAt,
        1,
      );
      return;
    }
    if (isTaken && !end[0]) {
      if (sentAt > refusedAt) taken++;
      else capacity++;
      // Beyond what the service took between two refusals one request tries, then two for each that is taken.
      remaining = Math.max(remaining - 1, inFlight + (taken < capacity ? 0 : taken > capacity ? 2 : 1));
      if (capacity === Infinity) remaining = Infinity;
    } else {
      if (end[0]) lost++;
      else if (capacity === Infinity) remaining = Math.min(MOST_BLIND, remaining + 1);
      lostAt = receivedAt;
    }
  };

  const learn = (report: LimitReport, sentAt: number, receivedAt: number, used: number): void => {
    const [called, most, left, , , , length] = report;
    const order = compareEnd(end, report, sentAt, openedBy);
    if (order > 0 || (order < 0 && sentAt > since)) {
      if (end[0]) {
        if (!rolled && receivedAt < soonestEnd()) continuous = true;
        tests = 0;
      }
      if (missed) late = Math.min(MAX_LATE_MS, late + sentAt - since);
      begin(left, used, receivedAt);
      whole = end[0] > 0 && !missed;
      missed = false;
      limit = most;
      end = learnEnd(end, report, sentAt, true);
      openedBy = sentAt;
      base = whole ? limit : left + used;
      lengthMs = length || Math.max(lengthMs, latestEnd() - sentAt);
    } else if (sentAt >= since || (!rolled && order === 0)) {
      end = learnEnd(end, report, sentAt, false);
      // Remaining falls by each request of a window. Where it does not, permits come back all the time.
      if (used && sentAt > lowestAt && left >= remaining) continuous = true;
      if (rolled || left < remaining || (continuous && sentAt > lowestAt)) {
        remaining = left;
        lowestAt = receivedAt;
        early = inFlight;
      }
      own += used;
      // Also in the same millisecond: nothing may be taken for used for ever.
      if (sentAt >= lostAt) {
        own += lost;
        lost = 0;
      }
      if (sentAt >= since && !sure && (!inFlight || own > base / 16)) {
        sure = true;
        prior = share();
      }
    }
    name = called;
  };

  return {
    facts: () => ({
      name,
      limit,
      left: Math.max(0, remaining - lost - inFlight),
      endsAt: rolled ? 0 : latestEnd(),
      isContinuous: continuous,
    }),
    agrees: (report, sentAt) =>
      rolled || continuous || sentAt >= soonestEnd() || !compareEnd(end, report, sentAt, openedBy),
    room: () => (pausedUntil ? 0 : room()),
    decide(now, queued) {
      if (now < since) {
        // The local clock was set back: no time that was noted means anything now.
        since = pausedUntil = refusedAt = lostAt = 0;
        rolled = true;
      }
      if (now < pausedUntil) return [0, pausedUntil, true];
      if (pausedUntil && capacity < Infinity && !end[0]) remaining = capacity + inFlight;
      pausedUntil = 0;
      const to = latestEnd();
      if (!rolled && now >= to) roll(now);
      const middle = since + (to - since) / (continuous ? 4 : 2);
      half ||= now >= middle;
      const free = Math.min(room(), queued);
      if (free >= 1) return [free, Infinity, false];
      // Where nothing would ever let a request go, one is sent to ask, lest all wait for ever.
      if (rolled || (!inFlight && lost > (sure ? limit / 8 : 0))) return [inFlight ? 0 : 1, Infinity, false];
      if (!half && remaining >= 1) return [0, middle, false];
      const from = times()[1] as number;
      if (inFlight || tests < (prior < 1 ? 4 : 1) || to - from < WIDE_MS) return [0, to, remaining < 1];
      const isInStep = shared.clock[0] <= 0 && shared.clock[1] >= 0;
      const testAt = isInStep ? from : from + (to - from) / (tests + 1);
      if (now < testAt) return [0, testAt, true];
      tests--;
      return [1, Infinity, false];
    },
    hold(count) {
      inFlight += count;
    },
    settle(outcome, report) {
      const { sentAt, receivedAt, isTaken } = outcome;
      inFlight--;
      early = Math.min(inFlight, sentAt < lowestAt ? Math.max(0, early - 1) : early);
      if (report) learn(report, sentAt, receivedAt, +isTaken);
      else settleUntold(outcome);
      if (!isTaken) return;
      if (sentAt > refusedAt) backoff = BACKOFF_MS;
      concurrency += reviving ? 1 : 1 / (8 * concurrency);
    },
    refuse({ sentAt, receivedAt }, [waitMs, isLimit, isDown], report) {
      // It is for an earlier window, which is over.
      if (sentAt < since && !(report && compareEnd(end, report, sentAt, openedBy) >= 0)) return receivedAt;
      if (!isLimit && !isDown && concurrency === Infinity) return 0;
      let wait = waitMs;
      const isWindow = isLimit && !((report?.[2] as number) >= 1) && (!rolled || waitMs > 0);
      // Of the refusals of requests that were under way at the same time, the first counts.
      const isFirst = sentAt > refusedAt;
      if (isWindow) {
        if (!rolled) remaining = 0;
        else if (!end[0] && isFirst) {
          capacity = Math.max(1, taken);
          taken = 0;
          refusedAt = receivedAt;
        }
      } else {
        if (isFirst) {
          missed = rolled && end[0] > 0;
          refusedAt = receivedAt;
          reviving = false;
          concurrency = Math.min(concurrency, inFlight + 1);
          if (!isDown) {
            wait = Math.max(wait, backoff * shared.random());
            backoff = Math.min(MAX_BACKOFF_MS, 2 * backoff);
          }
        }
        // As many as are refused are too many: what remains is what the service works on at once.
        concurrency = Math.max(1, concurrency - 1);
      }
      if (wait) pausedUntil = Math.max(pausedUntil, receivedAt + wait);
      return isWindow ? Math.max(pausedUntil, rolled ? receivedAt : latestEnd()) : -Math.max(pausedUntil, receivedAt);
    },
    revive() {
      reviving = true;
      concurrency = end[0] ? Infinity : Math.min(concurrency, inFlight + 1);
    },
    forgetEnd() {
      end = [0, 0, 0];
    },
  };
}
