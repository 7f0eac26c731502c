import type { Clock } from "../clock.ts";
import { createLimiter, type Route } from "./limiter.ts";
import type { Pacer, PacerContext } from "./pacer.ts";
import { createWaitingQueue } from "./waiting-queue.ts";

/** What a {@link Pacer} is made of. */
export interface PacerOptions extends Pick<PacerContext, "errors" | "maxOutageMs"> {
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Longest wait of a call that does not say its own, in milliseconds. @default 300_000 (five minutes) */
  readonly maxWaitMs?: number | undefined;
  /** Most calls that may wait at once; one more is rejected at once. @default 100_000 */
  readonly maxQueued?: number | undefined;
}

/** Makes the pacer of one credential and origin. */
export function createPacer(options: PacerOptions): Pacer {
  const { clock, random, errors, maxOutageMs = 10_000 } = options;
  const limiter = createLimiter(random);

  /** Lets go what may go, ends what may not wait, and sets the one timer for what remains. */
  const pump = (): void => {
    queue.sleep();
    const now = clock.now();
    const blocked = new Set();
    let nextAt = Infinity;
    for (let lane = queue.next(blocked); lane; lane = queue.next(blocked)) {
      // Of several lanes the first call of all goes first.
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

  /** After each event. Whoever waits for a service that is out for too long is told. */
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
