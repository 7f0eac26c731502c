import { BACKOFF_MS, type Draft, type LimitState } from "./limit-state.ts";

const MAX_BACKOFF_MS = 60_000;

/** Raises the limit by an accepted request. */
export function raise(next: Draft<LimitState>, sentAt: number): void {
  if (sentAt > next.refusedAt) next.backoffMs = BACKOFF_MS;
  next.mostInFlight += next.isRecovering ? 1 : 1 / (8 * next.mostInFlight);
}

/** Takes one off for a refused request, until the rest is what the service handles at the same time. */
export function lower(next: Draft<LimitState>): void {
  next.mostInFlight = Math.max(1, next.mostInFlight - 1);
}

/** Bounds the limit by what was in flight at the first refusal of several. */
export function bound(next: Draft<LimitState>): void {
  next.mostInFlight = Math.min(next.mostInFlight, next.inFlight + 1);
  next.isRecovering = false;
}

/** Draws the pause after a refusal; the next one may be twice as long. `random`: uniform in [0, 1). */
export function backOff(next: Draft<LimitState>, random: number): number {
  const pause = next.backoffMs * random;
  next.backoffMs = Math.min(MAX_BACKOFF_MS, 2 * next.backoffMs);
  return pause;
}

/** Lets the limit grow fast after an outage, from what is in flight if nothing else bounds it. */
export function recover(next: Draft<LimitState>): void {
  next.isRecovering = true;
  next.mostInFlight = next.end.reset ? Infinity : Math.min(next.mostInFlight, next.inFlight + 1);
}
