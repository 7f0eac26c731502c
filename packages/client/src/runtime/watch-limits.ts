import { toDate } from "../clock.ts";
import type { LimitRules } from "../pacing/limiter-state.ts";
import type { Pacer, PacerContext } from "../pacing/pacer.ts";
import { type LimitReport, UNKNOWN_DIALECT } from "../pacing/reports.ts";
import { observe, UNKNOWN_CLOCK } from "../pacing/server-clock.ts";
import { steadyClock } from "../pacing/steady-clock.ts";

/** A pacer that paces nothing and only reads what the answers say about the rate limit: for `rateLimit: false`. */
export function watchLimits({ clock: given }: Pick<PacerContext, "clock">, { read }: LimitRules): Pacer {
  const clock = steadyClock(given);
  let dialect = UNKNOWN_DIALECT;
  let serverClock = UNKNOWN_CLOCK;
  let last: LimitReport | undefined;
  let inFlight = 0;
  return {
    enter() {
      inFlight++;
      return undefined;
    },
    answered(answer) {
      inFlight--;
      const { reports, date, ...next } = read(clock.answer(answer), dialect);
      ({ dialect } = next);
      const { sentAt, receivedAt } = clock.answer(answer);
      if (date) serverClock = observe(serverClock, date, sentAt, receivedAt);
      // A later window, or fewer requests left: answers may arrive in another order than they were made.
      for (const report of reports)
        if (report.remaining >= 0 && (!last || report.reset > last.reset || report.remaining < last.remaining))
          last = report;
      return undefined;
    },
    failed() {
      inFlight--;
      return undefined;
    },
    snapshot() {
      const { limit, remaining, reset = 0 } = last ?? {};
      return clock.snapshot({ limit, remaining, resetAt: toDate(reset - serverClock.low), queued: 0, inFlight });
    },
    close() {},
  };
}
