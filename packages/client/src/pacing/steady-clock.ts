import { type Clock, dateOffset, monotonic } from "../clock.ts";
import type { PacedAnswer, PacerContext, RateLimitSnapshot, Refusal } from "./pacer.ts";

/**
 * The clock of a limiter. It begins at the date, since most machines have the right one and services tell the ends of
 * windows as dates, and goes on by the monotonic clock: from then on nobody sets it.
 */
export interface SteadyClock extends Clock {
  /** An answer with its times by this clock. */
  answer(answer: PacedAnswer): PacedAnswer;
  /** Errors that are given a time of this clock, and tell its date. */
  errors(errors: PacerContext["errors"]): PacerContext["errors"];
  /** A refusal with its date. */
  refusal(refusal: Refusal | undefined): Refusal | undefined;
  /** A snapshot with its date. */
  snapshot(snapshot: RateLimitSnapshot): RateLimitSnapshot;
}

/** Makes the clock of a limiter of a client's. */
export function steadyClock(clock: Clock): SteadyClock {
  const begin = dateOffset(clock);
  // As dates of the client's clock are now, which may have been set since.
  const date = (time: number): number => time - begin + dateOffset(clock);
  return {
    now: () => monotonic(clock) + begin,
    setTimeout: (callback, ms) => clock.setTimeout(callback, ms),
    clearTimeout: (handle) => clock.clearTimeout(handle),
    answer: (answer) =>
      begin ? { ...answer, sentAt: answer.sentAt + begin, receivedAt: answer.receivedAt + begin } : answer,
    errors: (errors) => ({ ...errors, rateLimited: (at) => errors.rateLimited(at && date(at)) }),
    refusal: (refusal) => refusal && { ...refusal, retryAt: refusal.retryAt && date(refusal.retryAt) },
    snapshot: ({ resetAt, ...figures }) => ({ ...figures, resetAt: resetAt && new Date(date(+resetAt)) }),
  };
}
