import type { LimiterState } from "./limiter-state.ts";
import type { PacedAnswer, Refusal } from "./pacer.ts";
import { type RateLimitHeaders, readRateLimit } from "./rate-limit-headers.ts";
import { observe } from "./server-clock.ts";

/** Knowing the end of a window better than this is not worth a test. */
const WIDE_MS = 50;
const BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 60_000;

/** What may go now, and when to decide again. */
export type Decision = readonly [
  send: number,
  /** Local time; infinite: when an answer comes. */
  wakeAt: number,
  /** Nothing goes before `wakeAt`, whatever answers come. */
  certain: boolean,
];

/** How many requests may go without looking at the clock: more may once the window has ended. */
export function room(state: LimiterState): number {
  const { remaining, base, own, lost, inFlight, concurrency, rolled, sure, continuous, half } = state;
  const mine = share(state);
  let fair = remaining;
  if (!rolled && !sure) fair = Math.min(remaining, Math.max(1 + base / 8 - own, inFlight ? 0 : 1));
  if (!rolled && continuous && !half) fair = remaining - 1;
  if (!rolled && sure && mine < 1) fair = half && mine > 0.5 ? remaining : remaining * mine * (half ? 0.5 : 0.25);
  return Math.min(Math.floor(fair) - lost, concurrency) - inFlight;
}

/** Permits of this window that others used. While believed to be alone, what is in flight counts as used by oneself. */
function others(state: LimiterState): number {
  const { base, remaining, own, lost, inFlight, prior } = state;
  return state.continuous ? 0 : Math.max(0, base - remaining - own - lost - (prior < 1 ? 0 : inFlight));
}

/** This client's share of what is used, 1 when alone. Earlier windows weigh as much as a quarter of a window. */
function share(state: LimiterState): number {
  const weight = state.whole ? state.base : 0;
  const mine = state.own + state.lost + weight * state.prior;
  const all = mine + others(state) + weight * (1 - state.prior);
  return mine < 0.95 * all ? mine / all : 1;
}

/** The local time by which the window has ended for certain. */
export function latestEnd({ reset, low, late }: LimiterState): number {
  return reset - low + late;
}

/** The local time before which it has hardly ended: no offset is believed for as long as nothing contradicts it. */
function earliestEnd({ reset, low, high, late }: LimiterState): number {
  return reset + late - (low <= 0 && high >= 0 ? 0 : high);
}

/** Decides what may go. Call {@link sent} for each that does. */
export function decide(state: LimiterState, now: number): Decision {
  if (now < state.pausedUntil) return [0, state.pausedUntil, true];
  state.pausedUntil = 0;
  const to = latestEnd(state);
  if (!state.rolled && now >= to) roll(state, now);
  const middle = state.since + (to - state.since) / (state.continuous ? 4 : 2);
  state.half ||= now >= middle;
  const { inFlight, lost, remaining, rolled, limit, tests } = state;
  const free = room(state);
  if (free >= 1) return [free, Infinity, false];
  // Nothing is known that would let a request go: one is sent to ask, lest all wait for ever.
  if (inFlight === 0 && (rolled || lost > limit / 8)) return [1, Infinity, false];
  if (rolled) return [0, Infinity, false];
  if (!state.half && remaining >= 1) return [0, middle, false];
  const from = earliestEnd(state);
  if (inFlight > 0 || tests < 1 || (state.prior < 1 && tests < 4) || to - from < WIDE_MS) return [0, to, remaining < 1];
  const testAt = from + (from + state.high > state.reset + state.late ? 0 : (to - from) / (tests + 1));
  if (now < testAt) return [0, testAt, true];
  state.tests--;
  return [1, Infinity, false];
}

/** The window has ended. The next: all of it but what others used in the last; one request where that is unknown. */
function roll(state: LimiterState, now: number): void {
  const { whole, continuous, limit, remaining } = state;
  const mine = share(state);
  const expected = whole && !continuous ? Math.floor(limit - others(state) - (mine < 1 ? 1 - mine / 2 : 0) * remaining) : 1;
  state.sure = whole || continuous;
  begin(state, Math.max(1, expected), 0, now);
  state.rolled = true;
  state.base = state.remaining;
}

/** Another window begins. */
function begin(state: LimiterState, remaining: number, own: number, now: number): void {
  if (!state.rolled) state.prior = share(state);
  state.remaining = remaining;
  state.own = own;
  state.lost = 0;
  state.since = now;
  state.lowestAt = now;
  state.rolled = false;
  state.half = false;
}

/** A request goes: a permit is in flight. */
export function sent(state: LimiterState): void {
  state.inFlight++;
}

/** A permit's request got no answer. It counts as used until an answer to a later request tells. */
export function failed(state: LimiterState, now: number): void {
  state.inFlight--;
  lose(state, now);
}

function lose(state: LimiterState, now: number): void {
  if (state.reset) state.lost++;
  else state.remaining = Math.min(8, state.remaining + 1);
  state.lostAt = now;
}

/** A permit's request was answered. `random`: a number in [0, 1). */
export function answered(state: LimiterState, answer: PacedAnswer, random: number): Refusal | undefined {
  const { status, sentAt, receivedAt } = answer;
  const read = readRateLimit(answer.headers, receivedAt);
  state.inFlight--;
  if (read.date) observe(state, read.date, sentAt, receivedAt);
  if (read.remaining >= 0) note(state, answer, read, random);
  else if (status >= 500 || state.reset) lose(state, receivedAt);
  else state.remaining = Infinity;
  if (status === 429) return refuse(state, answer, read, random);
  if (sentAt >= state.refusedAt) state.streak = 0;
  state.concurrency += 1 / (8 * state.concurrency);
  return undefined;
}

/** Takes over what an answer says of the window. */
function note(state: LimiterState, answer: PacedAnswer, read: RateLimitHeaders, random: number): void {
  const { sentAt, receivedAt, status } = answer;
  const { remaining, reset, limit } = read;
  const { reset: current, since } = state;
  const used = status === 429 ? 0 : 1;
  if (reset > current || (reset < current && sentAt >= since)) {
    if (current && !state.rolled && receivedAt < earliestEnd(state)) becomeContinuous(state);
    if (state.missed) state.late += Math.min(10_000, sentAt - since);
    if (current) state.tests = 0;
    begin(state, remaining, used, receivedAt);
    state.whole = current > 0 && !state.missed;
    state.missed = false;
    state.limit = limit;
    state.reset = reset;
    state.base = state.whole ? limit : remaining + used;
    state.dither = random;
    return;
  }
  if (sentAt < since && (state.rolled || reset < current)) return;
  // Remaining falls by each request of a window. Where it does not, permits come back all the time.
  if (used && sentAt >= state.lowestAt && remaining >= state.remaining) becomeContinuous(state);
  if (state.rolled || remaining < state.remaining || (state.continuous && sentAt >= state.lowestAt)) {
    state.remaining = remaining;
    state.lowestAt = receivedAt;
  }
  state.own += used;
  if (sentAt >= state.lostAt) {
    state.own += state.lost;
    state.lost = 0;
  }
  if (sentAt >= since && !state.sure && (state.inFlight === 0 || state.own > state.base / 8)) {
    state.sure = true;
    state.prior = share(state);
  }
}

function becomeContinuous(state: LimiterState): void {
  state.continuous = true;
  state.prior = 1;
}

/** Understands a 429. Of those that were under way at the same time, only the first counts. */
function refuse(state: LimiterState, answer: PacedAnswer, read: RateLimitHeaders, random: number): Refusal {
  const { sentAt, receivedAt } = answer;
  const { retryAfter, remaining } = read;
  const known = !state.rolled || sentAt < state.since;
  const kind = !(remaining >= 1) && (known || retryAfter) ? "window" : "quota";
  let wait = retryAfter;
  if (kind === "window") {
    if (!state.rolled) state.remaining = 0;
  } else if (sentAt >= state.refusedAt) {
    state.missed = state.rolled && state.reset > 0;
    state.refusedAt = receivedAt;
    state.concurrency = Math.max(1, Math.min(state.concurrency, state.inFlight + 1) / 2);
    wait = Math.max(wait, Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** state.streak++) * random);
  }
  if (wait) state.pausedUntil = Math.max(state.pausedUntil, receivedAt + wait);
  return {
    kind,
    retryAt: Math.max(state.pausedUntil, state.rolled || kind === "quota" ? receivedAt : latestEnd(state)),
  };
}
