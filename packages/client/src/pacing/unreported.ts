import { BACKOFF_MS, type Draft, type LimitState } from "./limit-state.ts";

/** Time after which more requests go although none has been answered. */
const PATIENCE_MS = 100;
/** Requests that may be in flight more, for each accepted one. */
const GROWTH = 0.25;
/** From so many in flight without a refusal on there is no limit. */
const ENOUGH = 250;
/** Most requests in flight while the service has only failed. */
const MOST_BLIND = 8;
const MAX_BACKOFF_MS = 60_000;

/** Counts an accepted request. */
export function accept(next: Draft<LimitState>, sentAt: number): void {
  const { initial, remaining, refusedAt, inFlight, isCareful } = next;
  if (next.capacity === Infinity) {
    next.accepted = 1;
    const isProbed = initial < 2 || remaining >= ENOUGH;
    next.remaining = isProbed ? Infinity : remaining + (isCareful ? 1 / remaining : GROWTH);
    return;
  }
  if (sentAt > refusedAt) next.accepted++;
  else next.capacity++;
  // At what the service accepted between two refusals one more request is tried, beyond it two for each accepted.
  const beyond = Math.sign(next.accepted - next.capacity) + 1;
  next.remaining = Math.max(remaining - 1, inFlight + beyond);
}

/** Counts a failure: as many go as are in flight, but not fewer than at the begin. */
export function soften(next: Draft<LimitState>): void {
  const { initial, remaining, inFlight } = next;
  if (next.capacity < Infinity) return;
  if (initial < 2) next.remaining = Math.min(MOST_BLIND, remaining + 1);
  else if (remaining < Infinity) next.remaining = Math.min(remaining, Math.max(initial, inFlight));
  next.isCareful = true;
}

/** Begins to count anew, after a refusal. */
export function exhaust(next: Draft<LimitState>): void {
  next.capacity = Math.max(1, next.accepted);
  next.accepted = 0;
}

/** Whether no answer has come yet, and more requests may go after a while. */
function isPatient({ name, initial, accepted, capacity, inFlight }: LimitState): boolean {
  return name === undefined && initial > 1 && !accepted && capacity === Infinity && inFlight > 0;
}

/** Lets more go while several may go before the first answer, and none comes: the wait is no wait for a limit. */
export function outwait(next: Draft<LimitState>, now: number): void {
  if (!isPatient(next) || now < next.doubleAt) return;
  // Once: most limits are above twenty, and a first answer is often slow.
  if (next.doubleAt) next.remaining *= 2;
  next.doubleAt = next.doubleAt ? Infinity : now + PATIENCE_MS;
}

/** When more may go without an answer; infinite: not without. */
export function patienceEnd(state: LimitState): number {
  return isPatient(state) && state.doubleAt ? state.doubleAt : Infinity;
}

/** Bound of the requests in flight, and the next pause, after refusals that no window explains. */
type Bounds = Pick<Draft<LimitState>, "mostInFlight" | "backoffMs" | "refusedAt" | "isRecovering">;

/** Raises the limit by an accepted request. */
export function raise(next: Bounds, sentAt: number): void {
  if (sentAt > next.refusedAt) next.backoffMs = BACKOFF_MS;
  next.mostInFlight += next.isRecovering ? 1 : 1 / (8 * next.mostInFlight);
}

/** Takes one off for a refused request, until the rest is what the service handles at the same time. */
export function lower(next: Bounds): void {
  next.mostInFlight = Math.max(1, next.mostInFlight - 1);
}

/** Bounds the limit by what was in flight at the first refusal of several. */
export function bound(next: Bounds, inFlight: number): void {
  next.mostInFlight = Math.min(next.mostInFlight, inFlight + 1);
  next.isRecovering = false;
}

/** Draws the pause after a refusal; the next one may be twice as long. `random`: uniform in [0, 1). */
export function backOff(next: Bounds, random: number): number {
  const pause = next.backoffMs * random;
  next.backoffMs = Math.min(MAX_BACKOFF_MS, 2 * next.backoffMs);
  return pause;
}

/** Lets the limit grow fast after an outage, from what is in flight if nothing else bounds it. */
export function recover(next: Draft<LimitState>): void {
  next.isRecovering = true;
  next.mostInFlight = next.end.reset ? Infinity : Math.min(next.mostInFlight, next.inFlight + 1);
}
