import type { LimitState } from "./limit-state.ts";

/** Permits that other clients used. While none are known, all requests in flight count as used by this one. */
export function usedByOthers({ isContinuous, base, remaining, own, lost, early, share }: LimitState): number {
  return isContinuous ? 0 : Math.max(0, base - remaining - own - lost - (share < 1 ? 0 : early));
}

/** This client's share of the used permits, 1 when alone. If it was proven, the past weighs as a whole window. */
export function shareOf(state: LimitState): number {
  const { base, own, lost, share, isProven, isWhole } = state;
  const weight = isWhole ? (isProven ? base : base / 16) : 0;
  const mine = own + lost + weight * share;
  const all = mine + usedByOthers(state) + weight * (1 - share);
  return mine < 0.95 * all ? mine / all : 1;
}

/** How many of the remaining permits this client may take. Of a shared window most is left to others until its middle. */
function fairPart(state: LimitState): number {
  const { isAssumed, isSampled, isContinuous, halfAt, remaining, remainingAt, base, own, inFlight } = state;
  if (isAssumed) return remaining;
  if (!isSampled) return Math.min(remaining, Math.max(1 + base / 16 - own, inFlight ? 0 : 1));
  if (isContinuous) return remaining - (halfAt ? 0 : 1);
  const share = shareOf(state);
  if (share === 1) return remaining;
  if (remainingAt < halfAt) return Math.min(remaining, 1);
  return halfAt ? remaining * (share > 0.5 ? 1 : share / 2) : (remaining * share) / 6;
}

/** How many more requests may be sent, pauses aside. */
export function roomOf(state: LimitState): number {
  return Math.floor(Math.min(fairPart(state) - state.lost, state.mostInFlight)) - state.inFlight;
}
