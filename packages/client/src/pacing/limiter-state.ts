import type { ServerClock } from "./server-clock.ts";

/**
 * All that the limiter knows: plain numbers and flags, changed only by the functions of `limiter.ts`, which read neither
 * a clock nor random numbers.
 *
 * The seam to a shared store: Redis would hold, under a hash of credential and origin, what is true of the key (`limit`
 * to `continuous`, with `inFlight` and `lost` summed over the leases) and run the bodies of `decide` and `answered` as
 * atomic scripts; what is true of one process (`late` and below, and its clock) stays with it.
 */
export interface LimiterState extends ServerClock {
  /** Requests per window; NaN where unknown. */
  limit: number;
  /** Lowest Remaining seen in the window, or after `rolled` what is expected. Infinite: no headers, no pacing. */
  remaining: number;
  /** Local time at which that was learnt. */
  lowestAt: number;
  /** End of the window on the server's clock; 0: none known. */
  reset: number;
  /** The window has ended at `reset`, or none is known: the present one is assumed and not yet seen. */
  rolled: boolean;
  /** Local time since when the window is known: an answer to an earlier request may speak of an earlier window. */
  since: number;
  /** Permits when counting began, and how many of them this client is known to have used: the rest went to others. */
  base: number;
  own: number;
  /** This client's share of what was used in earlier windows: 1 when alone. */
  prior: number;
  /** In [0, 1), new in each window: rounds parts of a permit, so that of four clients with 0.25 each about one sends. */
  dither: number;
  /** The window was seen from its start. */
  whole: boolean;
  /** A batch sent in knowledge of the window has come back, so that others have shown themselves. */
  sure: boolean;
  /** Reset has moved before it was due: a sliding window or a token bucket. */
  continuous: boolean;
  /** Half of the window is over: what others have not used by now is free. */
  half: boolean;
  inFlight: number;
  /** Requests without an answer, which may or may not have been counted, and the local time of the last. */
  lost: number;
  lostAt: number;
  /** How long after its announced end the window was found closed, in milliseconds; and that it was so this time. */
  late: number;
  missed: boolean;
  /** How many more requests may be risked to find the end of a window. */
  tests: number;
  /** Nothing goes before this local time. */
  pausedUntil: number;
  /** Refusals in a row that no window explains, and the local time of the last. */
  streak: number;
  refusedAt: number;
  /** Most requests in flight at once: infinite until one is refused for another reason than the window. */
  concurrency: number;
}

/** Nothing is known: as if a window had just ended of which one request may be expected to pass. */
export function createLimiterState(): LimiterState {
  return {
    limit: Number.NaN,
    remaining: 1,
    lowestAt: 0,
    reset: 0,
    rolled: true,
    since: 0,
    base: 1,
    own: 0,
    prior: 1,
    dither: 0,
    whole: false,
    sure: false,
    continuous: false,
    half: false,
    inFlight: 0,
    lost: 0,
    lostAt: 0,
    late: 0,
    missed: false,
    tests: 4,
    pausedUntil: 0,
    streak: 0,
    refusedAt: 0,
    concurrency: Number.POSITIVE_INFINITY,
    low: 0,
    high: 0,
    observedAt: 0,
  };
}
