import { retryAfterMs } from "../retry/retry-after.ts";
import type { Decision, Limiter } from "./limiter-seam.ts";
import { readRateLimit } from "./rate-limit-headers.ts";
import { observe, type ServerClock } from "./server-clock.ts";

/** Knowing the end of a window better than this is not worth a test. */
const WIDE_MS = 50;
const BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 60_000;
/** The most by which an announced end of a window is mistrusted. */
const MAX_LATE_MS = 1000;
/** Requests in flight while nothing but failure is known of the service. */
const MOST_BLIND = 8;

/** Makes a limiter that knows nothing yet. `random` spreads backoffs: uniform in [0, 1). */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: bundlers shorten the names of variables, not of properties: as an object the state takes half a kilobyte more
export function createLimiter(random: () => number): Limiter {
  /** Requests per window. */
  let limit = NaN;
  /** Lowest Remaining seen in the window, or once `rolled` what is expected. Infinite: no headers, no pacing. */
  let remaining = 1;
  /** Local time at which that was learnt. */
  let lowestAt = 0;
  /** End of the window on the server's clock; 0: none known. */
  let reset = 0;
  /** The window has ended at `reset`, or none is known: the present one is assumed, not yet seen. */
  let rolled = true;
  /** Local time since when the window is known: an answer to an earlier request may speak of an earlier window. */
  let since = 0;
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
  /** Permits come back all the time: a sliding window or a token bucket. */
  let continuous = false;
  /** Seconds to go are rounded down. */
  let roundsDown = false;
  let inFlight = 0;
  /** Of those, sent before the lowest Remaining was learnt, which may count them. */
  let early = 0;
  /** Requests without an answer, which may or may not have been counted, and the local time of the last. */
  let lost = 0;
  let lostAt = 0;
  /** No offset is believed before anything is known: most machines keep time. */
  let clock: ServerClock = [0, 0, 0];
  /** How long after its announced end windows were found closed, in milliseconds; and whether this one was. */
  let late = 0;
  let missed = false;
  /** How many more requests may be risked to find the first end of a window. */
  let tests = 4;
  /** Nothing goes before this local time. */
  let pausedUntil = 0;
  /** Longest pause after the next refusal that no window explains, and the local time of the last one. */
  let backoff = BACKOFF_MS;
  let refusedAt = 0;
  /** Most requests in flight: infinite until one is refused for another reason than the window. */
  let concurrency = Infinity;

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

  /** The window has ended by then for certain, on the local clock. */
  const latestEnd = (): number => Math.ceil(reset - clock[0] + late);
  /** It has hardly ended before: no offset is believed for as long as nothing contradicts it. */
  const isInStep = (): boolean => clock[0] <= 0 && clock[1] >= 0;
  const earliestEnd = (): number => reset - (isInStep() ? 0 : clock[1]) + late;

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

  const lose = (now: number): void => {
    if (reset) lost++;
    else remaining = Math.min(MOST_BLIND, remaining + 1);
    lostAt = now;
  };

  const go = (send: number): Decision => {
    inFlight += send;
    return [send, Infinity, false];
  };

  const decide = (now: number, queued: number): Decision => {
    if (now < since) {
      // The local clock was set back: no time that was noted means anything now.
      since = pausedUntil = refusedAt = lostAt = 0;
      rolled = true;
    }
    if (now < pausedUntil) return [0, pausedUntil, true];
    pausedUntil = 0;
    const to = latestEnd();
    if (!rolled && now >= to) roll(now);
    const middle = since + (to - since) / (continuous ? 4 : 2);
    half ||= now >= middle;
    const free = Math.min(room(), queued);
    if (free >= 1) return go(free);
    // Where nothing would ever let a request go, one is sent to ask, lest all wait for ever.
    if (rolled || (!inFlight && lost > (sure ? limit / 8 : 0))) return go(inFlight ? 0 : 1);
    if (!half && remaining >= 1) return [0, middle, false];
    const from = earliestEnd();
    if (inFlight || tests < (prior < 1 ? 4 : 1) || to - from < WIDE_MS) return [0, to, remaining < 1];
    const testAt = isInStep() ? from : from + (to - from) / (tests + 1);
    if (now < testAt) return [0, testAt, true];
    tests--;
    return go(1);
  };

  return {
    pass: () => pausedUntil === 0 && room() >= 1 && ++inFlight > 0,
    decide,
    answered({ status, headers, sentAt, receivedAt }) {
      const [most, left, end, date, isZero] = readRateLimit(headers, receivedAt, roundsDown);
      // Where that shows, the end that is known is a second too early: start anew.
      if (isZero && !roundsDown) reset = 0;
      roundsDown ||= isZero;
      const used = status === 429 ? 0 : 1;
      inFlight--;
      if (early && sentAt < lowestAt) early--;
      if (date) clock = observe(clock, date, sentAt, receivedAt);
      if (!(left >= 0)) {
        if (status >= 500 || reset) lose(receivedAt);
        else remaining = Infinity;
      } else if (end > reset || (end < reset && sentAt > since)) {
        if (reset) {
          if (!rolled && receivedAt < earliestEnd()) continuous = true;
          tests = 0;
        }
        if (missed) late = Math.min(MAX_LATE_MS, late + sentAt - since);
        begin(left, used, receivedAt);
        whole = reset > 0 && !missed;
        missed = false;
        limit = most;
        reset = end;
        base = whole ? limit : left + used;
      } else if (sentAt >= since || (!rolled && end === reset)) {
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
      if (used) {
        if (sentAt > refusedAt) backoff = BACKOFF_MS;
        concurrency += 1 / (8 * concurrency);
        return undefined;
      }
      // Of the refusals of requests that were under way at the same time, the first counts.
      let wait = retryAfterMs(headers, receivedAt) ?? 0;
      const isWindow = !(left >= 1) && (!rolled || sentAt < since || wait > 0);
      if (isWindow) {
        if (!rolled) remaining = 0;
      } else {
        if (sentAt > refusedAt) {
          missed = rolled && reset > 0;
          refusedAt = receivedAt;
          concurrency = Math.min(concurrency, inFlight + 1);
          wait = Math.max(wait, backoff * random());
          backoff = Math.min(MAX_BACKOFF_MS, 2 * backoff);
        }
        // As many as are refused are too many: what remains is what the service works on at once.
        concurrency = Math.max(1, concurrency - 1);
      }
      if (wait) pausedUntil = Math.max(pausedUntil, receivedAt + wait);
      return {
        kind: isWindow ? "window" : "quota",
        retryAt: Math.max(pausedUntil, isWindow && !rolled ? latestEnd() : receivedAt),
      };
    },
    failed(now) {
      early = Math.min(early, --inFlight);
      lose(now);
    },
    snapshot: (queued) => ({
      limit: limit >= 0 ? limit : undefined,
      remaining: limit >= 0 ? Math.max(0, remaining - lost - inFlight) : undefined,
      resetAt: rolled ? undefined : new Date(latestEnd()),
      queued,
      inFlight,
    }),
  };
}
