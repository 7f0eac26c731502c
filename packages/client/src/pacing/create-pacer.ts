import type { Clock } from "../clock.ts";
import { createLimiter } from "./limiter.ts";
import type { CreateLimits, Route } from "./limits.ts";
import type { Pacer, PacerContext } from "./pacer.ts";
import { createWaitingQueue } from "./waiting-queue.ts";

/** Options of {@link createPacer}. */
export interface PacerOptions extends Pick<PacerContext, "errors" | "maxOutageMs"> {
  readonly clock: Clock;
  /** Returns random numbers, uniform in [0, 1). */
  readonly random: () => number;
  /** Which limits answers report, and for what. */
  readonly limits: CreateLimits;
  /** Longest wait of a call without a `maxWaitMs` of its own, in milliseconds. @default 300_000 (five minutes) */
  readonly maxWaitMs?: number | undefined;
  /** Most calls that may wait at once; one more is rejected at once. @default 100_000 */
  readonly maxQueued?: number | undefined;
}

/** Creates the pacer of one credential and origin. */
export function createPacer(options: PacerOptions): Pacer {
  const { clock, random, errors, limits, maxOutageMs = 10_000 } = options;
  const limiter = createLimiter(random, limits);

  /** Sends calls that have permits, rejects those that would wait too long, and sets the timer. */
  const pump = (): void => {
    queue.sleep();
    const now = clock.now();
    const blocked = new Set();
    let nextAt = Infinity;
    for (let lane = queue.next(blocked); lane; lane = queue.next(blocked)) {
      // With several lanes, one permit at a time keeps the order of the calls across lanes.
      const most = queue.lanes > 1 ? 1 : lane.size;
      const [send, wakeAt, isCertain] = limiter.decide(now, most, lane.route);
      if (send) {
        queue.release(lane, send);
        continue;
      }
      blocked.add(lane);
      nextAt = Math.min(nextAt, wakeAt);
      queue.expire(lane, isCertain ? wakeAt - 1 : now, wakeAt);
    }
    if (queue.size) queue.wakeAt(nextAt, now);
  };
  const queue = createWaitingQueue<Route>({ ...options, pump });

  /** Runs after each event. Rejects all waiting calls if the outage has lasted too long. */
  const settle = <Result>(result: Result): Result => {
    if (limiter.downMs > maxOutageMs) queue.rejectAll(errors.unavailable?.() ?? errors.rateLimited(Infinity));
    pump();
    return result;
  };

  return {
    enter(call) {
      const route = limiter.route(call.operation);
      return queue.enter(call, route, () => limiter.pass(route));
    },
    answered: (answer) => settle(limiter.answered(answer)),
    failed: (permit) => settle(limiter.failed(clock.now(), permit)),
    snapshot: () => limiter.snapshot(queue.size),
    close: queue.close,
  };
}
