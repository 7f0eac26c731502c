import { expectedEnd, isWindowOver, type LeaseState, spanMs, startWindow, windowMiddle } from "./lease-state.ts";
import type { Grant, PermitRequest } from "./permit-store.ts";

/** Most permits in one permit request. */
const MAX_REQUESTED = 1_000_000;
/** Requests per span below which no permits are held ready: they would cost other processes more than they save. */
const MIN_RATE = 2;
/** Duration of a test while none has been measured. */
const ASSUMED_TEST_MS = 5;

/** Counts sent requests, because the number of permits to hold follows their rate. */
function countSent(state: LeaseState, now: number, sent: number): void {
  const span = spanMs(state);
  const passed = now - state.countSince;
  if (passed >= span || passed < 0) {
    state.previousCount = passed < 2 * span ? state.sentCount : 0;
    state.sentCount = 0;
    state.countSince = now;
  }
  state.sentCount += sent;
}

/** Permits to hold ready: as many as requests were sent in the last span, or in the current one if these are more. */
function permitsToHold(state: LeaseState, now: number): number {
  const passed = now - state.countSince;
  const span = spanMs(state);
  const rate = passed < span ? Math.max(state.previousCount, state.sentCount) : passed < 2 * span ? state.sentCount : 0;
  return rate < MIN_RATE ? 0 : rate;
}

/** Permits for requests to send now. Those of a window or lease that is over are void or given back. */
export function availablePermits(state: LeaseState, now: number): number {
  if (state.test === "granted") return 1;
  if (state.permits > 0 && isWindowOver(state, now)) state.permits = 0;
  if (now > state.leaseUntil) returnPermits(state);
  return state.permits;
}

/** Takes available permits for requests to send now. */
export function takePermits(state: LeaseState, now: number, count: number): void {
  if (state.test === "granted") {
    state.test = "sent";
    state.testSentAt = now;
  } else state.permits -= count;
  countSent(state, now, count);
}

/** Gives unspent permits back with the next permit request, which is due at once. */
export function returnPermits(state: LeaseState): void {
  if (state.permits < 1) return;
  state.returned += state.permits;
  state.grantedInWindow = Math.max(0, state.grantedInWindow - state.permits);
  state.permits = 0;
  state.reportDue = true;
}

/** Whether to request permits now: more calls wait than permits are held, or less than half of the reserve is left. */
export function isRequestDue(state: LeaseState, now: number, queued: number): boolean {
  if (state.reportDue) return true;
  if (now < state.nextRequestAt || state.test !== "none") return false;
  if (queued > state.permits) return true;
  return state.permits < permitsToHold(state, now) / 2 && !state.unmet && !isWindowOver(state, now);
}

/**
 * Makes the next permit request, and resets what it reports. If it is lost on the way, nothing is to be repeated: the
 * leases in Redis expire.
 */
export function makePermitRequest(state: LeaseState, now: number, queued: number, inFlight: number): PermitRequest {
  const isOver = state.reset > 0 && isWindowOver(state, now);
  const isWaiting = now < state.nextRequestAt || state.test !== "none";
  const wanted = isWaiting ? 0 : queued + (isOver ? 0 : permitsToHold(state, now)) - state.permits;
  const request: PermitRequest = {
    id: state.id,
    leaseMs: state.leaseMs,
    spanMs: spanMs(state),
    wanted: Math.min(MAX_REQUESTED, Math.max(0, wanted)),
    queued: Math.min(MAX_REQUESTED, queued),
    reset: state.reset,
    over: +isOver,
    pastHalf: +(now >= windowMiddle(state)),
    limit: state.limit,
    remaining: state.lowestRemaining < Infinity ? state.lowestRemaining : -1,
    held: state.held,
    stillHeld: state.permits,
    returned: state.returned,
    orphaned: state.orphaned,
    grantedInWindow: state.grantedInWindow,
    unmet: +state.unmet,
    waited: +state.waited,
    releaseTest: +state.releaseTest,
    testMs: state.ownTestMs,
    inFlight,
    clockSetBack: +state.clockSetBack,
    identity: state.identity,
  };
  state.held = state.returned = state.orphaned = state.ownTestMs = 0;
  state.reportDue = state.releaseTest = state.clockSetBack = false;
  return request;
}

/** Makes a request that reports and wants no permits. */
export function makeReport(state: LeaseState, now: number, inFlight: number): PermitRequest {
  return { ...makePermitRequest(state, now, 0, inFlight), wanted: 0 };
}

/** Unspent permits of the process after `grant`, beyond those used at once; the script counts them in the same way. */
export function unspentAfter(request: PermitRequest, grant: Grant): number {
  if (grant.state !== "open") return 0;
  return Math.max(0, (grant.keeps ? request.stillHeld : 0) + grant.granted - request.queued);
}

/** A permit request, when it was made, and the response. */
interface RoundTrip {
  readonly request: PermitRequest;
  readonly requestedAt: number;
  readonly grant: Grant;
}

/** Applies a response of the shared state. */
export function applyGrant(state: LeaseState, roundTrip: RoundTrip, now: number): void {
  const { request, requestedAt, grant } = roundTrip;
  state.roundTripMs += (now - requestedAt - state.roundTripMs) / (state.roundTripMs ? 4 : 1);
  state.testMs = grant.testMs;
  state.tester = grant.tester;
  if (grant.identity && grant.identity !== state.identity) {
    // The first limit, as Redis knows it.
    state.identity = grant.identity;
    state.reset = 0;
  }
  // Redis was told of this window, and has an older one: it was set back to what it stored before, as by a failover.
  const isSetBack = grant.reset > 0 && request.reset === state.reset;
  if (grant.reset < state.reset && !isSetBack) {
    // An answer of the service showed a newer window meanwhile, or Redis lost its data: then an answer has to tell it anew.
    if (request.grantedInWindow >= 0 && grant.reset === 0) forgetGrants(state);
    state.reportDue ||= state.lowestRemaining < Infinity;
    if (grant.state === "open") return;
  } else if (grant.reset !== state.reset) startWindow(state, grant.reset, grant.limit, now);
  else if (!grant.keeps) state.permits = 0;
  if (grant.state === "open") {
    applyOpenGrant(state, roundTrip, now);
    return;
  }
  if (request.wanted === 0) return;
  state.waited = true;
  if (grant.state === "test") {
    state.test = "granted";
    state.testRequestedAt = requestedAt;
  } else state.nextRequestAt = nextTestCheck(state, grant, now);
}

function forgetGrants(state: LeaseState): void {
  state.lowestRemaining = Infinity;
  state.permits = state.returned = state.orphaned = 0;
  state.grantedInWindow = -1;
}

/** When to check whether another process has finished its test: soon, then ever later, but no later than its lease. */
function nextTestCheck(state: LeaseState, { waitMs }: Grant, now: number): number {
  if (state.testChecks === 0) state.testChecksUntil = now + state.leaseMs;
  const growing = waitMs * 2 ** Math.max(0, state.testChecks - 1);
  state.testChecks++;
  const next = now + Math.max(waitMs, Math.min(growing, state.leaseMs / 8)) * (1 + state.random() / 4);
  return next > state.testChecksUntil && state.testChecksUntil > now ? state.testChecksUntil : next;
}

function applyOpenGrant(state: LeaseState, { request, requestedAt, grant }: RoundTrip, now: number): void {
  state.permits += grant.granted;
  if (state.grantedInWindow < 0) state.grantedInWindow = state.carriedOver = request.inFlight;
  state.grantedInWindow += grant.granted;
  state.held = unspentAfter(request, grant);
  state.leaseUntil = Math.max(now, requestedAt + request.spanMs);
  if (request.wanted === 0) return;
  state.isProbing = grant.more === "probe";
  state.unmet = grant.granted < request.wanted;
  state.exhausted = state.unmet && grant.more === "nothing";
  if (!state.unmet) state.polls = 0;
  state.nextRequestAt = state.unmet ? nextRequest(state, grant, now) : 0;
}

/**
 * When to request more permits. After the window's end the last tester goes first, and the others wait for as long as
 * its test takes.
 */
function nextRequest(state: LeaseState, { more }: Grant, now: number): number {
  if (more === "now") return now;
  const testMs = state.testMs || ASSUMED_TEST_MS;
  const delay = state.tester ? 0 : Math.min(state.leaseMs, 1.1 * testMs + 1 + (state.random() * testMs) / 4);
  const end = expectedEnd(state) + delay;
  if (more === "nothing") return end;
  const half = windowMiddle(state);
  if (more === "reserved" && half > now) return Math.min(end, half);
  return Math.min(end, now + 1.02 * state.leaseMs * 2 ** state.polls++);
}
