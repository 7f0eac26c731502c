import { createInFlightLimit } from "./in-flight-limit.ts";
import type { LimitReport } from "./reports.ts";
import { createUnreportedLimit } from "./unreported-limit.ts";
import type { Outcome, RateLimitWindow, Shared } from "./window.ts";
import { compareEnd, endTimes, learnEnd, type WindowEnd } from "./window-end.ts";

/** Duration below which knowing the end of a window better is not worth a test. */
const WIDE_MS = 50;
/** Longest delay after the announced end of a window at which the next is expected. */
const MAX_LATE_MS = 1000;
/** Most requests in flight while the service has only failed. */
const MOST_BLIND = 8;

/** Creates the window of a limit that no answer has reported. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: bundlers shorten the names of variables, not of properties: as an object the state takes half a kilobyte more
export function createWindow(shared: Shared): RateLimitWindow {
  let name: string | undefined;
  let limit = NaN;
  /** Lowest Remaining seen in the window; if `rolled`, the expected one. Infinite: no headers, so no pacing. */
  let remaining = 1;
  /** Local time at which `remaining` was learnt. */
  let lowestAt = 0;
  let end: WindowEnd = [0, 0, 0];
  /** Length of the window, if the policy has it; else the longest time to its end that was seen. */
  let lengthMs = 0;
  /** Whether the current window is only assumed, because the last one has ended or none was reported. */
  let rolled = true;
  /** Local time since which the window is known. Answers to earlier requests may report an earlier window. */
  let since = 0;
  /** When the request was sent whose answer first reported the window. */
  let openedBy = 0;
  /** Permits when counting began, and how many of them this client used. Others used the rest of what is gone. */
  let base = 1;
  let own = 0;
  /** This client's share of the permits used in earlier windows; 1: no other client used any. */
  let prior = 1;
  /** Whether `prior` was learnt in a whole window. */
  let proven = false;
  /** Whether the window was seen from its start. */
  let whole = false;
  /** Whether requests sent in this window have been answered, so that the use by other clients shows. */
  let sure = false;
  /** Local time since which half of the window is over: one request shows how many permits others have left; 0: it is not. */
  let half = 0;
  let continuous = false;
  let inFlight = 0;
  /** How many of them were sent before `remaining` was learnt, which may count them. */
  let early = 0;
  /** Requests without an answer, which may or may not have been counted, and the local time of the last. */
  let lost = 0;
  let lostAt = 0;
  /** How long after their announced end windows refused requests, in milliseconds; and whether this one did. */
  let late = 0;
  let missed = false;
  /** How many more requests may test for the first end of a window. */
  let tests = 4;
  /** No request is sent before this local time. */
  let pausedUntil = 0;
  /** Local time of the last refusal that began a pause or a count. */
  let refusedAt = 0;
  const concurrency = createInFlightLimit(shared.random);
  const unreported = createUnreportedLimit();

  /** Permits that other clients used. While none are known, all requests in flight count as used by this one. */
  const others = (): number => (continuous ? 0 : Math.max(0, base - remaining - own - lost - (prior < 1 ? 0 : early)));

  /** This client's share of the used permits, 1 when alone. If `proven`, the past weighs as a whole window. */
  const share = (): number => {
    const weight = whole ? (proven ? base : base / 16) : 0;
    const mine = own + lost + weight * prior;
    const all = mine + others() + weight * (1 - prior);
    return mine < 0.95 * all ? mine / all : 1;
  };

  /** How many more may be sent. In a shared window most of the rest is left to others until its middle. */
  const room = (): number => {
    const mine = share();
    let fair = remaining;
    if (!rolled) {
      if (!sure) fair = Math.min(remaining, Math.max(1 + base / 16 - own, inFlight ? 0 : 1));
      else if (continuous) fair -= half ? 0 : 1;
      else if (mine < 1 && lowestAt < half) fair = Math.min(fair, 1);
      else if (mine < 1 && !(half && mine > 0.5)) fair *= mine / (half ? 2 : 6);
    }
    return Math.floor(Math.min(fair - lost, concurrency.count())) - inFlight;
  };

  const times = (): readonly number[] => endTimes(end, shared.clock).map((time) => time + late);
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
    [rolled, half] = [false, 0];
  };

  /** Assumes the next window: all permits but those that others used in the last; one if that is unknown. */
  const roll = (now: number): void => {
    const mine = share();
    const left = mine < 1 ? (1 - mine / 2) * remaining : 0;
    sure ||= whole;
    // If other clients are known, some permits are left for one that starts now.
    const most = mine < 1 ? 0.7 * limit : limit;
    begin(whole && !continuous ? Math.max(1, Math.floor(Math.min(most, limit - others() - left))) : 1, 0, now);
    rolled = true;
    base = remaining;
  };

  /** Counts an outcome without a report of this window. */
  const settleUntold = ({ sentAt, receivedAt, isTaken, isTold }: Outcome): void => {
    if (isTaken && isTold && lengthMs) {
      // The answer reports other limits; this one, whose length is known, is counted here.
      const at = sentAt + lengthMs;
      const next: WindowEnd = rolled ? [at + shared.clock[0], at, at] : end;
      learn([name as string, limit, (rolled ? limit : remaining) - 1, ...next, lengthMs], sentAt, receivedAt, 1);
      return;
    }
    if (isTaken && !end[0]) remaining = unreported.taken(sentAt > refusedAt, remaining, inFlight);
    else {
      if (end[0]) lost++;
      else if (unreported.capacity() === Infinity) remaining = Math.min(MOST_BLIND, remaining + 1);
      lostAt = receivedAt;
    }
  };

  const learn = (report: LimitReport, sentAt: number, receivedAt: number, used: number): void => {
    const [called, most, left, , , , length] = report;
    const order = compareEnd(end, report, sentAt, openedBy);
    if (order > 0 || (order < 0 && sentAt > since)) {
      continuous ||= end[0] > 0 && !rolled && receivedAt < soonestEnd();
      if (end[0]) tests = 0;
      if (missed) late = Math.min(MAX_LATE_MS, late + Math.max(0, sentAt - since));
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
      // Within a window Remaining falls with each request. If it does not, permits come back continuously.
      if (used && sentAt > lowestAt && left >= remaining) continuous = true;
      if (rolled || left < remaining || (continuous && sentAt > lowestAt)) {
        remaining = left;
        lowestAt = receivedAt;
        early = inFlight;
      }
      own += used;
      // `>=`: an answer in the same millisecond counts too, or the lost requests might stay counted for ever.
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
        // The local clock was set back, so the stored times are meaningless.
        since = pausedUntil = refusedAt = lostAt = 0;
        rolled = true;
      }
      if (now < pausedUntil) return [0, pausedUntil, true];
      if (pausedUntil && unreported.capacity() < Infinity && !end[0]) remaining = unreported.capacity() + inFlight;
      pausedUntil = 0;
      const to = latestEnd();
      if (!rolled && now >= to) roll(now);
      const middle = since + (to - since) / (continuous ? 4 : 2);
      if (now >= middle) half ||= now;
      const free = Math.min(room(), queued);
      if (free >= 1) return [free, Infinity, false];
      // If no event would ever allow a request, send one to learn the state, or all calls would wait for ever.
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
      if (isTaken) concurrency.taken(sentAt > refusedAt);
    },
    refuse({ sentAt, receivedAt }, [waitMs, isLimit, isDown], report) {
      // The refusal is of an earlier window, which is over.
      if (sentAt < since && !(report && compareEnd(end, report, sentAt, openedBy) >= 0)) return receivedAt;
      if (!isLimit && !isDown && concurrency.count() === Infinity) return 0;
      let wait = waitMs;
      const isWindow = isLimit && !((report?.[2] as number) >= 1) && (!rolled || waitMs > 0);
      // Of requests refused while in flight together, only the first counts.
      const isFirst = sentAt > refusedAt;
      if (isWindow) {
        if (!rolled) remaining = 0;
        else if (!end[0] && isFirst) {
          unreported.refused();
          refusedAt = receivedAt;
        }
      } else {
        if (isFirst) {
          missed = rolled && end[0] > 0;
          refusedAt = receivedAt;
          wait = Math.max(wait, concurrency.refused(inFlight, isDown));
        }
        concurrency.lower();
      }
      if (wait) pausedUntil = Math.max(pausedUntil, receivedAt + wait);
      return isWindow ? Math.max(pausedUntil, rolled ? receivedAt : latestEnd()) : -Math.max(pausedUntil, receivedAt);
    },
    revive: () => concurrency.revive(end[0] ? Infinity : Math.min(concurrency.count(), inFlight + 1)),
    forgetEnd() {
      end = [0, 0, 0];
    },
  };
}
