import type { LeaseState } from "./lease-state.ts";
import type { Ask, Grant } from "./store.ts";
import { adopt, endAt, isOver, middle, spanMs } from "./window.ts";

/** Most permits asked for at once. */
const MOST = 1_000_000;
/** Fewer permits per span than this are asked for one by one: held in vain, they would cost more than they save. */
const LEAST_RATE = 2;
/** While nothing is known of how long a test takes. */
const GUESSED_TEST_MS = 5;

/** Notes that requests go out: leases follow the rate. */
export function countSent(state: LeaseState, now: number, sent: number): void {
  const span = spanMs(state);
  const passed = now - state.countSince;
  if (passed >= span || passed < 0) {
    state.recent = passed < 2 * span ? state.count : 0;
    state.count = 0;
    state.countSince = now;
  }
  state.count += sent;
}

/** Permits to hold ready: as many as were used in the last span of the same length. */
export function spare(state: LeaseState, now: number): number {
  const passed = now - state.countSince;
  const span = spanMs(state);
  const rate = passed < span ? Math.max(state.recent, state.count) : passed < 2 * span ? state.count : 0;
  return rate < LEAST_RATE ? 0 : rate;
}

/** Takes permits that may be used now. */
export function takePermits(state: LeaseState, now: number, most: number): number {
  if (now < state.pausedUntil || most < 1) return 0;
  if (state.test === "granted") {
    state.test = "sent";
    state.testSentAt = now;
    return 1;
  }
  if (state.permits < 1) return 0;
  if (isOver(state, now)) {
    state.permits = 0;
    return 0;
  }
  if (now > state.leaseUntil) giveBack(state);
  const taken = Math.min(state.permits, most);
  state.permits -= taken;
  return taken;
}

/** Unspent permits go back with the next ask, which is due at once. */
export function giveBack(state: LeaseState): void {
  if (state.permits < 1) return;
  state.back += state.permits;
  state.permits = 0;
  state.tell = true;
}

/** Whether to ask now: calls wait that nothing is held for, or the lease runs low. */
export function isAskDue(state: LeaseState, now: number, queued: number): boolean {
  if (state.tell) return true;
  if (now < Math.max(state.askAt, state.pausedUntil) || state.test !== "none") return false;
  if (queued > state.permits) return true;
  return state.permits < spare(state, now) / 2 && !state.unmet && !isOver(state, now);
}

/** What to ask and tell. What is told is forgotten: where it does not arrive, leases expire by themselves. */
export function makeAsk(state: LeaseState, now: number, queued: number, inFlight: number): Ask {
  const isLate = state.reset > 0 && isOver(state, now);
  const isWaiting = now < state.askAt || state.test !== "none";
  const wanted = isWaiting || now < state.pausedUntil ? 0 : queued + (isLate ? 0 : spare(state, now)) - state.permits;
  const ask: Ask = {
    id: state.id,
    lease: state.leaseMs,
    span: spanMs(state),
    want: Math.min(MOST, Math.max(0, wanted)),
    queued: Math.min(MOST, queued),
    reset: state.reset,
    over: +isLate,
    half: +(now >= middle(state)),
    limit: state.limit,
    remaining: state.lowest < Infinity ? state.lowest : -1,
    held: state.held,
    left: state.permits,
    back: state.back,
    stray: state.stray,
    had: state.had,
    unmet: +state.unmet,
    waited: +state.waited,
    release: +state.release,
    took: state.took,
    flying: inFlight,
    reopen: +state.reopen,
  };
  state.held = state.back = state.stray = state.took = 0;
  state.tell = state.release = state.reopen = false;
  return ask;
}

/** Tells what there is to tell, and asks for nothing. */
export function makeReport(state: LeaseState, now: number, inFlight: number): Ask {
  return { ...makeAsk(state, now, 0, inFlight), want: 0 };
}

/** What `grant` leaves with the process beyond what is spent at once, as the shared state counts it. */
export function kept(ask: Ask, grant: Grant): number {
  if (grant.state !== "open") return 0;
  return Math.max(0, (grant.keeps ? ask.left : 0) + grant.granted - ask.queued);
}

/** An ask, when it was made, and what came of it. */
export interface Trip {
  readonly ask: Ask;
  readonly askedAt: number;
  readonly grant: Grant;
}

/** Takes in what the shared state answered. */
export function takeGrant(state: LeaseState, trip: Trip, now: number): void {
  const { ask, askedAt, grant } = trip;
  state.tripMs += (now - askedAt - state.tripMs) / (state.tripMs ? 4 : 1);
  state.testMs = grant.testMs;
  state.tester = grant.tester;
  if (grant.reset < state.reset) {
    // Meanwhile an answer told of a newer window, or Redis lost its memory.
    state.tell ||= state.lowest < Infinity;
    if (grant.state === "open") return;
  } else if (grant.reset > state.reset) adopt(state, grant.reset, grant.limit, now);
  else if (!grant.keeps) state.permits = 0;
  if (grant.state === "open") {
    takeOpen(state, trip, now);
    return;
  }
  if (ask.want === 0) return;
  state.waited = true;
  if (grant.state === "test") {
    state.test = "granted";
    state.testAskAt = askedAt;
  } else state.askAt = nextLook(state, grant, now);
}

/** When to ask whether the test is done: soon at first, then less and less often, but as soon as its lease ends. */
function nextLook(state: LeaseState, { wait }: Grant, now: number): number {
  if (state.looks === 0) state.looksEndAt = now + state.leaseMs;
  const growing = wait * 2 ** Math.max(0, state.looks - 1);
  state.looks++;
  const next = now + Math.max(wait, Math.min(growing, state.leaseMs / 8)) * (1 + state.random() / 4);
  return next > state.looksEndAt && state.looksEndAt > now ? state.looksEndAt : next;
}

function takeOpen(state: LeaseState, { ask, askedAt, grant }: Trip, now: number): void {
  state.permits += grant.granted;
  if (state.had < 0) state.had = state.carried = ask.flying;
  state.had += grant.granted;
  state.held = kept(ask, grant);
  state.leaseUntil = Math.max(now, askedAt + ask.span);
  if (ask.want === 0) return;
  state.finding = grant.more === "found out";
  state.unmet = grant.granted < ask.want;
  state.exhausted = state.unmet && grant.more === "nothing";
  if (!state.unmet) state.polls = 0;
  state.askAt = state.unmet ? nextAsk(state, grant, now) : 0;
}

/** When more may be had. The process that tested last is the first after the end; the others leave it the time. */
function nextAsk(state: LeaseState, { more }: Grant, now: number): number {
  if (more === "now") return now;
  const head = state.testMs || GUESSED_TEST_MS;
  const behind = state.tester ? 0 : Math.min(state.leaseMs, 1.1 * head + 1 + (state.random() * head) / 4);
  const end = endAt(state) + behind;
  if (more === "nothing") return end;
  const half = middle(state);
  if (more === "reserved" && half > now) return Math.min(end, half);
  return Math.min(end, now + 1.02 * state.leaseMs * 2 ** state.polls++);
}
