import { TimeoutError } from "../errors/timeout-error.ts";
import type { Call, Session } from "./call.ts";

/**
 * Ends the call when its attempt takes too long. All attempts of a client share one timer, set for the earliest end;
 * where attempts end in time it is left to run out, so that a call of many costs no timer. It does not keep a process
 * alive: the connections under way do.
 */
export function limitAttempt(session: Session, call: Call, now: number): void {
  call.expiresAt = now + call.timeoutMs;
  if (call.expiresAt < session.wakeAt) wakeAt(session, call.expiresAt, now);
}

/** Lets go of the timer. */
export function clearLimits(session: Session): void {
  session.clock.clearTimeout(session.timer);
  session.wakeAt = Number.POSITIVE_INFINITY;
}

function wakeAt(session: Session, at: number, now: number): void {
  const { clock, calls } = session;
  const wake = (): void => {
    clearLimits(session);
    const late = clock.now();
    for (const call of calls) {
      if (call.expiresAt <= late)
        call.end(new TimeoutError(`${call.operation}: took longer than timeoutMs (${call.timeoutMs})`));
      else if (call.expiresAt < session.wakeAt) wakeAt(session, call.expiresAt, late);
    }
  };
  clearLimits(session);
  session.wakeAt = at;
  session.timer = clock.setTimeout(wake, at - now);
  (session.timer as { unref?(): void } | undefined)?.unref?.();
}
