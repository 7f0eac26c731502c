import type { PacedAnswer, RateLimitSnapshot, Refusal } from "./pacer.ts";

/** What may go now, and when to decide again. */
export type Decision = readonly [
  send: number,
  /** Local time; infinite: when an answer comes. */
  wakeAt: number,
  /** Nothing goes before `wakeAt`, whatever answers come. */
  certain: boolean,
];

/**
 * The state machine of one credential and origin: events in, decisions out. It reads no clock and sets no timer.
 *
 * This is the seam to a shared store. What Redis would hold, under a hash of credential and origin, is what is true of
 * the key: the variables of `createLimiter` from `limit` to `lostAt`, with `inFlight` and `lost` summed over leases;
 * `decide` and `answered` would be its scripts. The rest belongs to one process and its clock, and stays with it.
 */
export interface Limiter {
  /** The short way: lets one request go where that needs no look at the clock. A permit is in flight then. */
  pass(): boolean;
  /** Lets go what may, at most `queued`. That many permits are in flight then. */
  decide(now: number, queued: number): Decision;
  /** A permit's request was answered. Tells how a 429 is understood. */
  answered(answer: PacedAnswer): Refusal | undefined;
  /** A permit's request got no answer. It counts as used until an answer to a later request tells. */
  failed(now: number): void;
  snapshot(queued: number): RateLimitSnapshot;
}
