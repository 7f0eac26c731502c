import type { LimitReport } from "./reports.ts";
import type { ServerClock } from "./server-clock.ts";

/** Number of requests to send now, and when to decide again. */
export type Decision = readonly [
  send: number,
  /** Local time of the next decision; infinite: when an answer comes. */
  wakeAt: number,
  /** Whether no answer can allow a request before `wakeAt`. */
  certain: boolean,
];

/** State shared by the windows of one service. */
export interface Shared {
  /** Uniform in [0, 1). */
  readonly random: () => number;
  clock: ServerClock;
}

/** Outcome of a request. Times are epoch milliseconds of the local clock. */
export interface Outcome {
  readonly sentAt: number;
  readonly receivedAt: number;
  /** Whether the service accepted the request: it neither was refused nor failed. */
  readonly isTaken: boolean;
  /** Whether the answer reported any limit, perhaps not this one. */
  readonly isTold: boolean;
}

/** A refusal: Retry-After or 0, whether a limit is the reason, and whether the service is in an outage. */
export type Refused = readonly [waitMs: number, isLimit: boolean, isDown: boolean];

/** State of a window for readers. */
export interface WindowFacts {
  /** Name of the limit in reports; `undefined` before the first. */
  readonly name: string | undefined;
  readonly limit: number;
  /** Requests that may be sent. Infinite: answers report no limit, so nothing is paced. */
  readonly left: number;
  /** The end on the local clock; 0: unknown. */
  readonly endsAt: number;
  /** Whether permits come back continuously, as in a sliding window or a token bucket. */
  readonly isContinuous: boolean;
}

/**
 * The state machine of one limit: a fixed or sliding window, a token bucket, or none at all. It reads no clock and sets no
 * timer. docs/decisions/limiter.md explains how it works.
 */
export interface RateLimitWindow {
  facts(): WindowFacts;
  /** Whether the end in a report fits this window or the next. */
  agrees(report: LimitReport, sentAt: number): boolean;
  /** How many requests may be sent, decided without the time. */
  room(): number;
  /** How many of `queued` may be sent at `now`. */
  decide(now: number, queued: number): Decision;
  /** Counts `count` more requests in flight. */
  hold(count: number): void;
  /** Counts an answer or a failure of one of them. */
  settle(outcome: Outcome, report?: LimitReport): void;
  /**
   * Applies a refusal. Returns the earliest time to retry, negated if this window is not the reason; 0: the refusal was
   * ignored.
   */
  refuse(outcome: Outcome, refused: Refused, report?: LimitReport): number;
  /** Raises the limit of requests in flight after an outage. */
  revive(): void;
  /** Forgets the end, which was misread. */
  forgetEnd(): void;
}
