import type { Dialect } from "../pacing/rate-limit-headers.ts";
import type { ServerClock } from "../pacing/server-clock.ts";

/** What one process knows of the shared limit, and what it holds of it. Times are epoch milliseconds of its own clock. */
export interface LeaseState {
  readonly id: string;
  readonly leaseMs: number;
  readonly random: () => number;
  /** End of the window on the service's clock; 0: none known. */
  reset: number;
  limit: number;
  /** Since when the window is known. */
  since: number;
  clock: ServerClock;
  readonly dialect: Dialect;
  /** How long after its announced end windows were found closed. */
  late: number;
  /** The window was tested too early: not again before. */
  retestAt: number;
  /** How often this window was tested too early. */
  early: number;
  /** Lowest Remaining seen in the window; infinite: none. */
  lowest: number;
  /** Permits that may be used until `leaseUntil`; `held`: what of them the shared state knows as unspent. */
  permits: number;
  leaseUntil: number;
  held: number;
  /** To be given back with the next ask. */
  back: number;
  stray: number;
  had: number;
  /** Requests of an earlier window that were counted as permits of this one, until their answers tell. */
  carried: number;
  unmet: boolean;
  waited: boolean;
  release: boolean;
  /** The service's clock was set back: the window that others know is none. */
  reopen: boolean;
  /** Something to tell at once. */
  tell: boolean;
  /** How long the test took that is told with the next ask. */
  took: number;
  /** Not to ask before. */
  askAt: number;
  /** How often nothing was left in this window. */
  polls: number;
  /** How often it was found that another process tests, and when its lease ends at the latest. */
  looks: number;
  looksEndAt: number;
  /** The next answer is to be told at once: it shows what is left. */
  finding: boolean;
  /** Nothing comes before the window's end. */
  exhausted: boolean;
  /** The test of the window's end: granted, or sent. */
  test: "none" | "granted" | "sent";
  testAskAt: number;
  testSentAt: number;
  tester: boolean;
  testMs: number;
  /** How long Redis takes. */
  tripMs: number;
  /** Nothing goes before. */
  pausedUntil: number;
  backoff: number;
  refusedAt: number;
  /** Most requests in flight. */
  concurrency: number;
  /** Requests sent since `countSince`, and in the span before it. */
  count: number;
  countSince: number;
  recent: number;
}

export const FIRST_BACKOFF_MS = 500;

/** A process that knows nothing yet. */
export function createLeaseState(id: string, leaseMs: number, random: () => number): LeaseState {
  return {
    id,
    leaseMs,
    random,
    reset: 0,
    limit: 0,
    since: 0,
    clock: [0, 0, 0],
    dialect: { roundsDown: false, inMs: false, last: ["", 0, 0, 0] },
    late: 0,
    retestAt: 0,
    early: 0,
    lowest: Infinity,
    permits: 0,
    leaseUntil: 0,
    held: 0,
    back: 0,
    stray: 0,
    had: -1,
    carried: 0,
    unmet: false,
    waited: false,
    release: false,
    reopen: false,
    tell: false,
    took: 0,
    askAt: 0,
    polls: 0,
    looks: 0,
    looksEndAt: 0,
    finding: false,
    exhausted: false,
    test: "none",
    testAskAt: 0,
    testSentAt: 0,
    tester: false,
    testMs: 0,
    tripMs: 0,
    pausedUntil: 0,
    backoff: FIRST_BACKOFF_MS,
    refusedAt: 0,
    concurrency: Infinity,
    count: 0,
    countSince: 0,
    recent: 0,
  };
}
