import type { LeaseState } from "./lease-state.ts";

/** Knowing the end of a window better than this is not worth a test. */
export const WIDE_MS = 50;

/** Shortest time for which permits are held. */
const SHORTEST_SPAN_MS = 50;

/** The window has ended by then for certain, unless the service says otherwise. */
export function latestEnd({ reset, clock, late }: LeaseState): number {
  return Math.ceil(reset - clock[0] + late);
}

/**
 * When to believe that the window is over. Most machines keep time: no offset is believed for as long as nothing
 * contradicts it. Where the end is known badly, the middle is tested first, once.
 */
export function endAt(state: LeaseState): number {
  const { reset, clock, late, retestAt, early } = state;
  const to = latestEnd(state);
  const isInStep = clock[0] <= 0 && clock[1] >= 0;
  const from = isInStep ? reset + late : reset - clock[1] + late;
  const first = to - from < WIDE_MS || early > 0 ? to : isInStep ? from : (from + to) / 2;
  return Math.max(first, retestAt);
}

/** Whether the next window may have begun, or none is known. */
export function isOver(state: LeaseState, now: number): boolean {
  return state.reset === 0 || now >= endAt(state);
}

/** Half of what this process knows of the window. */
export function middle(state: LeaseState): number {
  return state.since + (endAt(state) - state.since) / 2;
}

/**
 * How long permits are held that nobody waits for: the lease, but no long part of the window, and not less than a few
 * trips to Redis.
 */
export function spanMs(state: LeaseState): number {
  const part = state.reset ? (endAt(state) - state.since) / 8 : Infinity;
  return Math.min(state.leaseMs, Math.max(SHORTEST_SPAN_MS, 4 * state.tripMs, part));
}

/** Starts a window that was learnt from the service or from another process. Permits of the last one are void. */
export function adopt(state: LeaseState, reset: number, limit: number, now: number): void {
  state.reset = reset;
  state.limit = limit;
  state.since = now;
  state.lowest = Infinity;
  state.permits =
    state.held =
    state.back =
    state.stray =
    state.retestAt =
    state.early =
    state.polls =
    state.looks =
    state.carried =
      0;
  state.had = -1;
  state.unmet = state.waited = state.exhausted = state.finding = false;
  state.test = "none";
  state.askAt = 0;
}
