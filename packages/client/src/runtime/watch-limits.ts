import { createLimiter } from "../pacing/limiter.ts";
import type { LimitRules } from "../pacing/limiter-state.ts";
import type { Pacer, PacerContext } from "../pacing/pacer.ts";
import { steadyClock } from "../pacing/steady-clock.ts";

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
