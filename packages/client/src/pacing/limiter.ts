import type { Refusal } from "./pacer.ts";
import type { RateLimitHeaders } from "./rate-limit-headers.ts";
import { isInStep, observe, type ServerClock, unknownServerClock } from "./server-clock.ts";

/**
 * All that the limiter knows: plain numbers and flags, changed only by the functions of this file, which read neither
 * clock nor random. A shared store (Redis) would hold, under a hash of credential and origin, what is true of the key
 * (`limit` to `continuous`, with `inFlight` and `lost` as sums over leases) and run `roll`, `answered` and the count of
 * {@link decide} atomically; everything from `clock` on belongs to one process and stays there.
 */
export interface LimiterState {
  limit: number;
  /** Lowest Remaining seen in the window, or after {@link rolled} what is expected. `undefined`: no headers, no pacing. */
  remaining: number | undefined;
  /** End of the window, on the server's clock; `undefined` where unknown. */
  reset: number | undefined;
  /** The window has ended: `reset` is its end, and the next one is assumed but not yet seen. */
  rolled: boolean;
  /** Local time since when the window is known: answers to requests sent earlier may speak of an earlier one. */
  since: number;
  /** Permits at the time from which consumption is counted, and how many of them are known to be used by this client. */
  base: number;
  own: number;
  /** Consumption by this client and by others in earlier windows, faded. */
  ownBefore: number;
  othersBefore: number;
  /** In [0, 1), new in each window: rounds shares of a permit, so that four clients with 0.25 each send one. */
  dither: number;
  /** The window was seen from its start: what others used in it is known. */
  whole: boolean;
  /** A request sent in knowledge of the window was answered: what others do in the meantime has shown. */
  sure: boolean;
  /** Reset moved before it was due: a sliding window or a token bucket. */
  continuous: boolean;
  inFlight: number;
  /** Requests without an answer: they may or may not have been counted. */
  lost: number;
  lostAt: number;
  readonly clock: ServerClock;
  /** How long after its announced end a window was still found closed, in milliseconds. */
  late: number;
  /** How many more permits may be spent on finding out when exactly the window ends, and when the last one was. */
  probes: number;
  probedAt: number;
  /** Nothing goes before this local time. */
  pausedUntil: number;
  refusedAt: number;
  /** Refusals in a row that no reset explains. */
  streak: number;
  /** Most requests in flight at once: infinite until refused for another reason than the window. */
  concurrency: number;
  /** Some answer came. */
  answered: boolean;
}

/** What to do now. */
export interface Decision {
  /** How many requests may go now. */
  readonly send: number;
  /** Local time at which to decide again; `undefined`: when an answer comes. */
  readonly wakeAt: number | undefined;
  /** Nothing can go before `wakeAt`, whatever answers come. */
  readonly certain: boolean;
}

export interface Answer extends RateLimitHeaders {
  readonly status: number;
  /** Milliseconds. */
  readonly retryAfter: number | undefined;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** Fewer permits than this are not held back for {@link LimiterState.probes}. */
const HELD = 4;
/** Knowing the end of the window better than this is not worth a probe. */
const WIDE_MS = 50;
const BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 60_000;

export function createLimiterState(): LimiterState {
  return {
    limit: 0,
    remaining: undefined,
    reset: undefined,
    rolled: false,
    since: 0,
    base: 0,
    own: 0,
    ownBefore: 0,
    othersBefore: 0,
    dither: 0,
    whole: false,
    sure: false,
    continuous: false,
    inFlight: 0,
    lost: 0,
    lostAt: 0,
    clock: unknownServerClock(),
    late: 0,
    probes: 12,
    probedAt: 0,
    pausedUntil: 0,
    refusedAt: 0,
    streak: 0,
    concurrency: Number.POSITIVE_INFINITY,
    answered: false,
  };
}

/** How many requests may go without looking at the clock: more may once the window has ended. */
export function room(state: LimiterState): number {
  const { remaining, inFlight, lost } = state;
  return Math.min(
    remaining === undefined
      ? state.answered
        ? Number.POSITIVE_INFINITY
        : 1 + lost - inFlight
      : fairShare(state, remaining) - inFlight - lost,
    state.concurrency - inFlight,
  );
}

/** What of the remaining permits is this client's, in flight and lost ones included. */
function fairShare(state: LimiterState, remaining: number): number {
  if (!state.sure) return Math.ceil(remaining / 8);
  const own = share(state);
  return own === 1 ? remaining : Math.floor(remaining * own + state.dither);
}

/** Permits of this window that others have used, as far as is certain: what is in flight may have been counted. */
function others(state: LimiterState): number {
  return state.continuous
    ? 0
    : Math.max(0, state.base - (state.remaining ?? 0) - state.own - state.lost - state.inFlight);
}

/** This client's part of what is used: 1 when alone. */
function share(state: LimiterState): number {
  const theirs = others(state) + state.othersBefore;
  const own = state.own + state.lost + state.inFlight + state.ownBefore;
  return theirs > 0 ? own / (own + theirs) : 1;
}

/** The local times between which the window ends. */
function latest({ clock, reset = 0, late }: LimiterState): number {
  return reset - (clock.low > Number.NEGATIVE_INFINITY ? clock.low : 0) + late;
}

function earliest({ clock, reset = 0, late }: LimiterState): number {
  return reset - (isInStep(clock) ? 0 : clock.high) + late;
}

/** Decides what may go. `queued`: how many wait. Call {@link sent} for each that goes. */
export function decide(state: LimiterState, now: number, queued: number): Decision {
  if (now < state.pausedUntil) return { send: 0, wakeAt: state.pausedUntil, certain: true };
  const { reset } = state;
  if (reset !== undefined && !state.rolled && now >= latest(state)) roll(state, now);
  const known = reset !== undefined && !state.rolled;
  const free = Math.floor(room(state));
  if (free >= 1) return known ? hold(state, now, queued, free) : { send: free, wakeAt: undefined, certain: false };
  if (!known || state.lost > 0) return { send: state.inFlight === 0 ? 1 : 0, wakeAt: undefined, certain: false };
  const from = earliest(state);
  const test = state.inFlight === 0 && isInStep(state.clock) && latest(state) - from > WIDE_MS && state.probedAt < from;
  if (test && now >= from) {
    state.probedAt = now;
    return { send: 1, wakeAt: latest(state), certain: false };
  }
  return { send: 0, wakeAt: test ? from : latest(state), certain: (state.remaining ?? 0) <= 0 };
}

/**
 * With more than a window's worth waiting, a few permits are held back and sent one by one over the span in which the
 * window may end: the first that comes back with a new Reset opens the next window, and none of them is ever refused.
 */
function hold(state: LimiterState, now: number, queued: number, free: number): Decision {
  const from = earliest(state);
  const to = latest(state);
  const held = Math.min(HELD, state.probes);
  if (queued < state.limit || state.limit < 2 * HELD || state.continuous || !(to - from > WIDE_MS) || held === 0) {
    return { send: free, wakeAt: undefined, certain: false };
  }
  const start = Math.max(from, state.probedAt);
  const next =
    isInStep(state.clock) && state.probedAt < from ? from : start + (to - start) / (Math.min(free, held) + 1);
  if (free > held) return { send: free - held, wakeAt: next, certain: false };
  if (now < next) return { send: 0, wakeAt: next, certain: false };
  state.probes--;
  state.probedAt = now;
  return { send: 1, wakeAt: to, certain: false };
}

/** The window has ended: assume the next. All of it but what others used in the last; one request where that is unknown. */
function roll(state: LimiterState, now: number): void {
  const whole = state.whole && !state.continuous;
  const left = (state.remaining ?? 0) * (1 - share(state));
  const expected = whole ? Math.max(1, Math.floor(state.limit - others(state) - left)) : 1;
  fade(state);
  state.sure = whole || state.continuous;
  state.rolled = true;
  state.since = now;
  state.remaining = expected;
  state.base = expected;
}

function fade(state: LimiterState): void {
  state.othersBefore = others(state) / 4;
  state.ownBefore = state.own / 4;
  state.own = 0;
  state.lost = 0;
}

/** A request goes: a permit is in flight. */
export function sent(state: LimiterState): void {
  state.inFlight++;
}

/** A permit's request got no answer. It counts as used until an answer to a later request tells. */
export function failed(state: LimiterState, now: number): void {
  state.inFlight--;
  state.lost++;
  state.lostAt = now;
}

/** A permit's request was answered. `random`: a number in [0, 1). */
export function answered(state: LimiterState, answer: Answer, random: number): Refusal | undefined {
  const { date, remaining, status, sentAt, receivedAt } = answer;
  const refused = status === 429;
  const wasRolled = state.rolled && answer.reset === state.reset && sentAt >= state.since;
  state.inFlight--;
  if (date !== undefined) observe(state.clock, date, sentAt, receivedAt);
  if (remaining !== undefined) note(state, answer, remaining, refused ? 0 : 1, random);
  else if (state.remaining === undefined) state.answered ||= status < 500;
  else if (!refused) {
    state.lost++;
    state.lostAt = receivedAt;
  }
  if (refused) return refuse(state, answer, random, wasRolled);
  if (sentAt >= state.refusedAt) state.streak = 0;
  state.concurrency += 1 / state.concurrency;
  return undefined;
}

/** Takes over what an answer says of the window. */
function note(state: LimiterState, answer: Answer, remaining: number, used: 0 | 1, random: number): void {
  const { limit = remaining, reset, sentAt, receivedAt } = answer;
  const { reset: current, since } = state;
  if (reset === undefined || current === undefined || reset > current || (reset < current && sentAt >= since)) {
    const seen = current !== undefined && reset !== undefined;
    if (seen && reset > current && !state.rolled && receivedAt < earliest(state)) state.continuous = true;
    if (!state.rolled) fade(state);
    if (!seen) state.sure = false;
    Object.assign(state, { limit, remaining, reset, rolled: false, since: receivedAt, own: used, dither: random });
    state.base = seen ? Math.max(limit, remaining) : remaining + used;
    state.whole = seen;
    return;
  }
  // An earlier window's answer tells nothing of this one, but for a server whose Reset does not move at all.
  if ((reset < current || state.rolled) && sentAt < since) return;
  state.remaining = state.rolled ? remaining : Math.min(state.remaining ?? remaining, remaining);
  state.own += used;
  if (sentAt >= since) state.sure = true;
  if (sentAt >= state.lostAt) {
    state.own += state.lost;
    state.lost = 0;
  }
}

/** Understands a 429. Refusals of requests that were under way at the time of another count as one with it. */
function refuse(state: LimiterState, answer: Answer, random: number, wasRolled: boolean): Refusal {
  const { remaining = 0, retryAfter = 0, sentAt, receivedAt } = answer;
  const waitUntil = receivedAt + retryAfter;
  const end = latest(state);
  const isWindow = remaining < 1 && !wasRolled && state.reset !== undefined && !state.rolled && sentAt < end;
  if (isWindow || (remaining < 1 && retryAfter > 0)) {
    state.remaining = 0;
    state.pausedUntil = Math.max(state.pausedUntil, waitUntil);
    return { kind: "window", retryAt: Math.max(waitUntil, isWindow ? end : 0) };
  }
  if (sentAt >= state.refusedAt) {
    if (wasRolled) {
      state.late = 2 * state.late + 100;
      state.whole = false;
    }
    state.refusedAt = receivedAt;
    state.concurrency = Math.max(1, Math.floor(Math.min(state.concurrency, state.inFlight + 1) * 0.7));
    const backoff = Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** state.streak++) * random;
    state.pausedUntil = Math.max(state.pausedUntil, receivedAt + Math.max(backoff, retryAfter));
  }
  return { kind: "quota", retryAt: state.pausedUntil };
}
