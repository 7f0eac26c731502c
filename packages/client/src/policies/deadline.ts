import { checkLimit } from "../checks.ts";
import { type Clock, hasBoundTimers, monotonic } from "../clock.ts";
import { TimeoutError } from "../errors/errors.ts";
import { nameOf } from "../errors/redact.ts";
import type { Policy } from "./policy.ts";

/** Options of {@link deadline}. */
export interface DeadlineOptions {
  /**
   * Longest time in milliseconds, above 0 and below 2^31; `false`: no limit. A call may have its own. @default 60_000
   */
  readonly timeoutMs?: number | false | undefined;
}

/** Limits of a client, which share a timer. */
export interface SharedLimits {
  readonly limits?: TimeLimits;
  /** Name of the option that sets the limit. @default "timeoutMs", which a call may have of its own */
  readonly option?: "timeoutMs" | "totalTimeoutMs";
}

/**
 * Ends a call whose policies that follow take longer, the credential and the body included: inside of `retry` and `pace`
 * it limits each attempt, outside of them the whole call.
 *
 * @throws TimeoutError (the call); ConfigurationError (the factory) for an invalid limit
 */
export function deadline(
  { timeoutMs = 60_000 }: DeadlineOptions = {},
  { limits, option = "timeoutMs" }: SharedLimits = {},
): Policy {
  checkLimit(option, timeoutMs);
  // No call has a `totalTimeoutMs` of its own.
  if (timeoutMs === false && option === "totalTimeoutMs") return (request, next) => next(request);
  let shared = limits;
  return async (request, next, call) => {
    const ms = (option === "timeoutMs" ? call.timeoutMs : undefined) ?? timeoutMs;
    if (ms === false) return next(request);
    shared ??= createTimeLimits(call.clock);
    const stop = shared.start(call, option, ms);
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
export interface LimitedCall {
  readonly operation: string;
  readonly row?: { readonly name: string } | undefined;
  /** Whether it waits, without a request under way. */
  isWaiting?(): boolean;
  readonly end: (error: Error) => void;
}

/** Time limits of the calls of one client. */
export interface TimeLimits {
  /** Ends the call with a `TimeoutError` after `ms` milliseconds (`false`: never), unless the returned function is called. */
  start(call: LimitedCall, option: string, ms: number | false): () => void;
  /** Clears the timer. */
  clear(): void;
}

/**
 * One timer for all limits, set for the earliest: setting and clearing one for each call would take a tenth of its time.
 * Calls that end in time leave it to run out. It does not keep a process alive: the connections under way do.
 */
export function createTimeLimits(clock: Clock): TimeLimits {
  /** By number: to tell functions apart takes longer than all else here. */
  const limits = new Map<number, { readonly at: number; readonly expire: () => void }>();
  let lastId = 0;
  const isBound = hasBoundTimers();
  let timer: unknown;
  let wakeAt = Infinity;
  const clear = (): void => {
    clock.clearTimeout(timer);
    wakeAt = Infinity;
  };
  const arm = (at: number, now: number): void => {
    if (at >= wakeAt) return;
    clear();
    wakeAt = at;
    timer = clock.setTimeout(wake, at - now);
    (timer as { unref?(): void } | undefined)?.unref?.();
  };
  const wake = (): void => {
    clear();
    const now = monotonic(clock);
    for (const { at, expire } of limits.values()) {
      if (at > now) arm(at, now);
      else expire();
    }
  };
  return {
    clear,
    start(call, option, ms) {
      if (ms === false) return () => {};
      const id = ++lastId;
      const expire = (): void => {
        limits.delete(id);
        const where = call.isWaiting?.() ? ", while it waited for the rate limit or a retry" : "";
        call.end(new TimeoutError(`${nameOf(call)}: took longer than ${option} (${ms} ms)${where}`));
      };
      if (isBound) {
        const own = clock.setTimeout(expire, ms);
        return () => clock.clearTimeout(own);
      }
      const now = monotonic(clock);
      limits.set(id, { at: now + ms, expire });
      arm(now + ms, now);
      return () => limits.delete(id);
    },
  };
}
