import { type Hooks, hooksOf, report } from "../call/hooks.ts";
import { monotonic } from "../clock.ts";
import type { Policy } from "./policy.ts";

/**
 * Reports to hooks what happens in the policies that follow, and how the call ends. Put it first.
 *
 * @throws ConfigurationError (the factory) naming an unknown hook
 */
export function observe(given: Hooks | readonly Hooks[]): Policy {
  const own = hooksOf(given);
  return async (request, next, call) => {
    const { clock, observers } = call;
    const begunAt = monotonic(clock);
    const { hooks = [], channel } = observers ?? {};
    const seen = { ...call, observers: { hooks: [...hooks, ...own], channel, report } };
    const end = (error?: unknown): void =>
      report({ ...seen, observers: { hooks: own, channel: undefined, report } }, "onEnd", request, {
        error,
        durationMs: monotonic(clock) - begunAt,
      });
    try {
      const response = await next(request, seen);
      end();
      return response;
    } catch (error) {
      end(error);
      throw error;
    }
  };
}
