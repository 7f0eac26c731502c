import { checkLimit, checkOptions } from "../checks.ts";
import { TimeoutError } from "../errors/errors.ts";
import { nameOf } from "../errors/redact.ts";
import type { Policy, PolicyCall } from "./policy.ts";

/** Options of {@link deadline}. */
export interface DeadlineOptions {
  /**
   * Longest time in milliseconds, above 0 and below 2^31; `false`: no limit. A call may have its own. @default 60_000
   */
  readonly timeoutMs?: number | false | undefined;
}

/**
 * Ends a call if the policies that follow take longer, including the credential and the body: inside of `retry` and
 * `pace` it limits each attempt, outside of them the whole call.
 *
 * @param option name of the option that sets the limit; a call may override `timeoutMs`
 * @throws TimeoutError (the call); ConfigurationError (the factory) for an invalid limit
 */
export function deadline(options: DeadlineOptions = {}, option: "timeoutMs" | "totalTimeoutMs" = "timeoutMs"): Policy {
  checkOptions("deadline", options, ["timeoutMs"]);
  const { timeoutMs = 60_000 } = options;
  checkLimit(option, timeoutMs);
  return async (request, next, call) => {
    const ms = (option === "timeoutMs" ? call.timeoutMs : undefined) ?? timeoutMs;
    const stop = limitTime(call, option, ms);
    const forget = call.onEnd(stop);
    try {
      return await next(request);
    } finally {
      forget();
      stop();
    }
  };
}

/** A call that a time limit ends. */
type LimitedCall = Pick<PolicyCall, "operation" | "end" | "clock"> & Partial<Pick<PolicyCall, "row" | "isWaiting">>;

/** Ends a call with a `TimeoutError` after the time of an option, unless the returned function is called. */
export function limitTime(call: LimitedCall, option: string, ms: number | false): () => void {
  const { clock } = call;
  if (ms === false) return () => {};
  const timer = clock.setTimeout(() => {
    const where = call.isWaiting?.() ? ", while it waited for the rate limit or a retry" : "";
    call.end(new TimeoutError(`${nameOf(call)}: took longer than ${option} (${ms} ms)${where}`));
  }, ms);
  // It keeps no process alive.
  (timer as { unref?(): void } | undefined)?.unref?.();
  return () => clock.clearTimeout(timer);
}
