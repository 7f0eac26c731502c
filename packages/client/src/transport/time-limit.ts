import { TimeoutError } from "../errors/timeout-error.ts";
import { hasBoundTimers } from "../runtime/bound-timers.ts";
import type { Call, Limit, Session } from "./call.ts";

/** Ends the call when what begins now, an attempt or the wait for its credential, takes too long. */
export function limitAttempt(session: Session, call: Call): void {
  const now = session.clock.now();
  call.expiresAt = Math.min(call.lateAt, now + call.timeoutMs);
  limitTime(session, call, now);
}

/**
 * Ends the call at `call.expiresAt`. All calls of a client share one timer, set for the earliest end; where calls end in
 * time it is left to run out, so that a call of many costs no timer. It does not keep a process alive: the connections
 * under way do. Where timers are bound to requests, each call has its own.
 */
export function limitTime(session: Session, call: Call, now: number): void {
  const { clock, calls } = session;
  const isBound = hasBoundTimers();
  if (isBound) call.limit ??= { timer: undefined, wakeAt: Infinity };
  const limit = call.limit ?? session;
  if (call.expiresAt >= limit.wakeAt) return;
  const wake = (): void => {
    clearLimits(session, limit);
    const late = clock.now();
    for (const other of calls) {
      if (isBound && other !== call) continue;
      const { expiresAt, lateAt, operation, timeoutMs } = other;
      if (expiresAt > late) limitTime(session, other, late);
      else {
        const option = expiresAt < lateAt ? `timeoutMs (${timeoutMs})` : `totalTimeoutMs (${session.totalTimeoutMs})`;
        other.end(new TimeoutError(`${operation}: took longer than ${option}`));
      }
    }
  };
  clearLimits(session, limit);
  limit.wakeAt = call.expiresAt;
  limit.timer = clock.setTimeout(wake, call.expiresAt - now);
  (limit.timer as { unref?(): void } | undefined)?.unref?.();
}

/** Lets go of the timer. */
export function clearLimits(session: Session, limit: Limit = session): void {
  session.clock.clearTimeout(limit.timer);
  limit.wakeAt = Infinity;
}
