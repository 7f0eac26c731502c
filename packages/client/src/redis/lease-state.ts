import { BELIEVED_MS } from "../pacing/limit-state.ts";
import { isInStep, type ServerClock, UNKNOWN_CLOCK } from "../pacing/window-end.ts";
/** Duration below which knowing the end of a window better is not worth a test. */
export const TEST_PRECISION_MS = 50;

/** Shortest time for which permits are held. */
const MIN_SPAN_MS = 50;

/** State of a process that has not requested anything. Times are epoch milliseconds of its own clock. */
const UNASKED = {
  /** Number that tells the limit apart from others; 0: none known. */
  identity: 0,
  /** End of the window on the service's clock; 0: none known. */
  reset: 0,
  limit: 0,
  /** When this process learnt of the window. */
  knownSince: 0,
  clock: UNKNOWN_CLOCK as ServerClock,
  /** How long after the announced end of a window the service began the next one. */
  lateMs: 0,
  /** Earliest time of the next test, after one that came too early. */
  retestAt: 0,
  /** Tests of this window's end that came too early. */
  earlyTests: 0,
  /** Lowest Remaining seen in the window; infinite: none. */
  lowestRemaining: Infinity as number,
  /** Permits that may be used until `leaseUntil`. */
  permits: 0,
  leaseUntil: 0,
  /** Unspent permits that the lease in Redis counts. */
  held: 0,
  /** Permits of that lease to give back with the next permit request. */
  returned: 0,
  /** Permits outside of that lease to give back. */
  orphaned: 0,
  /** Permits granted to this process in the window; -1: it has not requested any. */
  grantedInWindow: -1 as number,
  /** Requests in flight at the first grant of the window, charged to it until their answers show where they counted. */
  carriedOver: 0,
  /** Whether the last permit request was not granted in full. */
  unmet: false,
  /** Whether the shared state counts this process among those that wait for the next window. */
  waited: false,
  /** Whether to give up the test with the next permit request. */
  releaseTest: false,
  /** Whether the service's clock was set back, so that the window in the shared state no longer exists. */
  clockSetBack: false,
  /** Whether to report to the shared state at once. */
  reportDue: false,
  /** Duration of this process' own test, to report with the next permit request; 0: none. */
  ownTestMs: 0,
  /** Earliest time of the next permit request. */
  nextRequestAt: 0,
  /** Permit requests in this window that had to wait for the leases of other processes. */
  polls: 0,
  /** Permit requests in this window that found another process testing. */
  testChecks: 0,
  /** When the lease of that test ends at the latest. */
  testChecksUntil: 0,
  /** Whether the next answer shows how many permits are left, and has to be reported at once. */
  isProbing: false,
  /** Whether no more permits can be granted before the window's end. */
  exhausted: false,
  /** Whether this process holds the test of the window's end, and has sent the request that tests. */
  test: "none" as "none" | "granted" | "sent",
  testRequestedAt: 0,
  testSentAt: 0,
  /** Whether this process made the last test that the shared state knows. */
  tester: false,
  /** Duration of that test. */
  testMs: 0,
  /** Moving average of the round trip to Redis. */
  roundTripMs: 0,
  /** Requests sent since `countSince`. */
  sentCount: 0,
  countSince: 0,
  /** Requests sent in the span before `countSince`. */
  previousCount: 0,
};

type Facts = typeof UNASKED;

/** State of one process: the window, its permits and its tests. */
export interface LeaseState extends Facts {
  readonly id: string;
  readonly leaseMs: number;
  readonly random: () => number;
}

/** Creates the state of a process that has not requested anything. */
export function createLeaseState(id: string, leaseMs: number, random: () => number): LeaseState {
  return { ...UNASKED, id, leaseMs, random };
}

/** Time at which the window is over for certain, by all that is known of the service's clock, if that is no mistake. */
export function latestEnd({ reset, clock, lateMs, knownSince }: LeaseState): number {
  return Math.ceil(Math.min(reset - clock.low, knownSince + BELIEVED_MS) + lateMs);
}

/**
 * Time at which to expect that the window is over. Most machines have the right time, so the offset of the clocks is
 * taken as zero as long as it may be. If the end is known only roughly, the first test is in the middle of the range.
 */
export function expectedEnd(state: LeaseState): number {
  const { reset, clock, lateMs, retestAt, earlyTests } = state;
  const to = latestEnd(state);
  const mayBeInStep = isInStep(clock);
  const from = reset - (mayBeInStep ? clock.ahead : clock.high) + lateMs;
  const first = to - from < TEST_PRECISION_MS || earlyTests > 0 ? to : mayBeInStep ? from : (from + to) / 2;
  return Math.max(Math.min(first, to), retestAt);
}

/** Whether the next window is expected to have begun, or no window is known. */
export function isWindowOver(state: LeaseState, now: number): boolean {
  return state.reset === 0 || now >= expectedEnd(state);
}

/** Whether an answer is that of the request that tests whether the next window has begun. */
export function isTest(state: LeaseState, { sentAt }: { readonly sentAt: number }): boolean {
  return state.test === "sent" && sentAt >= state.testSentAt;
}

/** Middle of the part of the window that this process has seen. */
export function windowMiddle(state: LeaseState): number {
  return state.knownSince + (expectedEnd(state) - state.knownSince) / 2;
}

/**
 * Time for which permits are held that no call waits for: the lease, or an eighth of a short window, which other
 * processes need as well, but not less than a few round trips to Redis.
 */
export function spanMs(state: LeaseState): number {
  const part = state.reset ? (expectedEnd(state) - state.knownSince) / 8 : Infinity;
  return Math.min(state.leaseMs, Math.max(MIN_SPAN_MS, 4 * state.roundTripMs, part));
}

/** Starts a window learnt from the service or from another process. Permits of the last one are void. */
export function startWindow(state: LeaseState, reset: number, limit: number, now: number): void {
  state.reset = reset;
  state.limit = limit;
  state.knownSince = now;
  state.lowestRemaining = Infinity;
  state.permits =
    state.held =
    state.returned =
    state.orphaned =
    state.retestAt =
    state.earlyTests =
    state.polls =
    state.testChecks =
    state.carriedOver =
      0;
  state.grantedInWindow = -1;
  state.unmet = state.waited = state.exhausted = state.isProbing = false;
  state.test = "none";
  state.nextRequestAt = 0;
}
