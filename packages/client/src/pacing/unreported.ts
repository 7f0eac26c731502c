import type { Draft, LimitState } from "./limit-state.ts";

/** Time after which more requests go although none has been answered. */
const PATIENCE_MS = 100;
/** Requests that may be in flight more, for each accepted one. */
const GROWTH = 0.25;
/** From so many in flight without a refusal on there is no limit. */
const ENOUGH = 250;
/** Most requests in flight while the service has only failed. */
const MOST_BLIND = 8;

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
