import { retryAfterMs } from "../retry/retry-after.ts";
import { retryDelay } from "../retry/retry-decision.ts";
import type { Attempt, Call, Session } from "./call.ts";

/** Decision after a failed attempt. */
export type RetryDecision = readonly [
  /** Milliseconds until the next attempt; `undefined`: there is none. */
  delayMs: number | undefined,
  /** Retries made so far, those of other calls included that this one waited for. */
  retries: number,
  /** Earliest time for another call, where the service or the pacer says so. */
  retryAt?: Date | undefined,
];

/**
 * Decides whether a call goes again. Within the retry budget, or as the probe, it goes after its own delay; otherwise it
 * waits for the probes of other calls.
 */
export async function decideRetry(
  session: Session,
  call: Call,
  { request, response, refusal, failure }: Attempt,
  made: number,
): Promise<RetryDecision> {
  const { budget, random } = session;
  // A 403 that is a refusal is for a limit.
  const status = refusal && response?.status === 403 ? 429 : response?.status;
  const now = session.clock.now();
  const afterMs = response && retryAfterMs(response.headers, now);
  const code = errorCode(failure);
  const method = call.isIdempotent ? "PUT" : request.method;
  let retries = made;
  const delay = (
    spread: number,
    most = retries,
    asked = refusal && refusal.kind !== "outage" ? 0 : afterMs,
  ): number | undefined =>
    retryDelay({ method, status, code, retryAfterMs: asked, retries: most, random: spread }, call.retry);
  while (!session.closed && delay(0) !== undefined) {
    // The pacer knows when to go.
    const taken = refusal || status === 429 ? Infinity : budget.take(call);
    // A probe does not go too early, nor later for failures before the outage.
    if (taken !== undefined)
      return [delay(taken < Infinity ? (1 + random()) / 2 : random(), Math.min(retries, taken)), retries];
    call.waiting = true;
    if (await budget.wait(call)) return [0, retries];
    retries++;
  }
  // A 5xx is an error of the service, unless only the wait that it asks for prevents a retry.
  const isLater = status === 429 || delay(0, retries, 0) !== undefined;
  const { remaining, resetAt } = session.pacer.snapshot();
  const told = status === 429 && remaining === 0 ? resetAt : undefined;
  return [undefined, retries, isLater ? (toDate(refusal?.retryAt ?? now + (afterMs ?? NaN)) ?? told) : undefined];
}

/** Epoch milliseconds as a date, at most the latest one; `undefined` for a time that is unknown. */
export function toDate(at = 0): Date | undefined {
  return at > 0 ? new Date(Math.min(at, 8.64e15)) : undefined;
}

/** The first error code along the causes, which may form a circle. */
export function errorCode(failure: unknown, depth = 0): unknown {
  const { code, cause } = Object(failure) as { code?: unknown; cause?: unknown };
  return code ?? (cause && depth < 5 ? errorCode(cause, depth + 1) : undefined);
}
