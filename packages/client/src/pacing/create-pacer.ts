import type { Clock } from "../clock.ts";
import { createLimiter } from "./limiter.ts";
import type { LimitRules } from "./limiter-state.ts";
import type { Pacer, PacerContext, Refusal } from "./pacer.ts";
import { steadyClock } from "./steady-clock.ts";
import { createWaitingQueue, type WaitingQueueOptions } from "./waiting-queue.ts";

/** Options of {@link createPacer}. */
export interface PacerOptions
  extends Pick<PacerContext, "errors" | "maxOutageMs">,
    Pick<WaitingQueueOptions, "maxWaitMs" | "maxQueued"> {
  readonly clock: Clock;
  /** Returns random numbers, uniform in [0, 1). */
  readonly random: () => number;
  /** Which limits answers report, and for what. */
  readonly limits: LimitRules;
  /** Requests that may be sent before the first answer, from 1. @default as `limits` say */
  readonly initial?: number | undefined;
}

/** Creates the pacer of one credential and origin. */
export function createPacer(options: PacerOptions): Pacer {
  const { random, limits, maxOutageMs = 10_000 } = options;
  const clock = steadyClock(options.clock);
  const errors = clock.errors(options.errors);
  const limiter = createLimiter(random, limits, options.initial);

  /** Sends calls that have permits, rejects those that would wait too long, and sets the timer. */
  const pump = (): void => {
    queue.sleep();
    const now = clock.now();
    const blocked = new Set();
    let nextAt = Infinity;
    for (let lane = queue.next(blocked); lane; lane = queue.next(blocked)) {
      // With several lanes, one permit at a time keeps the order of the calls across lanes.
      const most = queue.lanes > 1 ? 1 : lane.size;
      const { permits, nextTime, isCertain, isLearning } = limiter.decide(now, most, lane.route);
      if (permits) {
        queue.release(lane, permits);
        continue;
      }
      blocked.add(lane);
      nextAt = Math.min(nextAt, nextTime);
      // To wait for the first answers is no wait for a limit.
      if (!isLearning) queue.expire(lane, isCertain ? nextTime - 1 : now, nextTime);
    }
    if (queue.size) queue.wakeAt(nextAt, now);
  };
  const queue = createWaitingQueue<number>({ ...options, clock, errors, pump });

  /** Runs after each event. Rejects all waiting calls if the outage has lasted too long. */
  const settle = (refusal: Refusal | undefined): Refusal | undefined => {
    if (limiter.downMs > maxOutageMs) queue.rejectAll(errors.unavailable?.() ?? errors.rateLimited(Infinity));
    pump();
    return clock.refusal(refusal);
  };

  return {
    enter(call) {
      const route = limiter.route(call.operation);
      return queue.enter(call, route, () => limiter.pass(route));
    },
    answered: (answer) => settle(limiter.answered(clock.answer(answer))),
    failed: (permit) => settle(limiter.failed(clock.now(), permit)),
    snapshot: () => clock.snapshot(limiter.snapshot(queue.size)),
    close: queue.close,
  };
}

/** A pacer that paces nothing and only reads what the answers say about the rate limit: for `rateLimit: false`. */
export function watchLimits(
  { clock: given, random }: Pick<PacerContext, "clock" | "random">,
  rules: LimitRules,
): Pacer {
  const clock = steadyClock(given);
  const limiter = createLimiter(random, rules);
  return {
    enter: ({ operation }) => void limiter.take(limiter.route(operation)),
    answered: (answer) => void limiter.answered(clock.answer(answer)),
    failed: (permit) => void limiter.failed(clock.now(), permit),
    snapshot: () => clock.snapshot(limiter.snapshot(0)),
    close() {},
  };
}
