import { toDate } from "../call/decide-retry.ts";
import type { CreateLimits } from "../pacing/limits.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { LimitReport } from "../pacing/reports.ts";
import type { Shared } from "../pacing/window.ts";

/** A pacer that paces nothing and only reads what the answers say about the rate limit: for `rateLimit: false`. */
export function watchLimits(random: () => number, createLimits: CreateLimits): Pacer {
  const shared: Shared = { random, clock: [0, 0, 0] };
  const { learn, route } = createLimits(shared);
  let last: LimitReport | undefined;
  let inFlight = 0;
  return {
    enter() {
      inFlight++;
      return undefined;
    },
    answered(answer) {
      inFlight--;
      // A later window, or fewer requests left: answers may arrive in another order than they were made.
      for (const report of learn(route(answer.operation), answer))
        if (report && (!last || report[3] > last[3] || report[2] < last[2])) last = report;
      return undefined;
    },
    failed() {
      inFlight--;
      return undefined;
    },
    snapshot() {
      const [, limit, remaining, reset = 0] = last ?? [];
      return { limit, remaining, resetAt: toDate(reset - shared.clock[0]), queued: 0, inFlight };
    },
    close() {},
  };
}
