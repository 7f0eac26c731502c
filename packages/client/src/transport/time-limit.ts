import { TimeoutError } from "../errors/timeout-error.ts";
import type { Call, Session } from "./call.ts";

/**
 * Ends the call at `call.expiresAt`. All calls of a client share one timer, set for the earliest end; where calls end in
 * time it is left to run out, so that a call of many costs no timer. It does not keep a process alive: the connections
 * under way do.
 */
export function limitTime(session: Session, call: Call, now: number): void {
  if (call.expiresAt >= session.wakeAt) return;
  const { clock, calls } = session;
  const wake = (): void => {
    clearLimits(session);
    const late = clock.now();
    for (const other of calls) {
      const { expiresAt, lateAt, operation, timeoutMs } = other;
      if (expiresAt > late) limitTime(session, other, late);
      else {
        const limit = expiresAt < lateAt ? `timeoutMs (${timeoutMs})` : `totalTimeoutMs (${session.totalTimeoutMs})`;
        other.end(new TimeoutError(`${operation}: took longer than ${limit}`));
      }
    }
  };
  clearLimits(session);
  session.wakeAt = call.expiresAt;
  session.timer = clock.setTimeout(wake, call.expiresAt - now);
  (session.timer as { unref?(): void } | undefined)?.unref?.();
}

/** Lets go of the timer. */
export function clearLimits(session: Session): void {
  session.clock.clearTimeout(session.timer);
  session.wakeAt = Infinity;
}
