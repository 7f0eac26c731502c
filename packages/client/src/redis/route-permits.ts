import type { Permits } from "../pacing/limit.ts";
import type { Lane } from "../pacing/waiting-queue.ts";
import { abandonTest } from "./apply-answer.ts";
import { expectedEnd, isWindowOver } from "./lease-state.ts";
import type { PermitRequest } from "./permit-store.ts";
import { availablePermits, isRequestDue, makePermitRequest, returnPermits, takePermits } from "./permits.ts";
import type { SharedLimit, SharedLimits, SharedRoute } from "./shared-limits.ts";

/** Wait above which an operation without an answer may send one request, to see whether the same limits hold for it. */
const LONG_WAIT_MS = 10_000;

/** Permits of several limits, which a request takes all at the same moment. */
export interface RoutePermits {
  /** Fast path: takes the permits of one request, if they are at hand. */
  pass(of: SharedRoute, now: () => number): boolean;
  /** Takes the permits of up to `queued` requests. */
  decide(of: SharedRoute, now: number, queued: number): Permits;
  /** Forgets which permits calls wait for; {@link RoutePermits.want} counts them anew. */
  clear(): void;
  /** Counts the permits that the calls of a lane wait for. */
  want(lane: Lane<SharedRoute>, now: number): void;
  /** Sends the permit requests that are due, until pacing is no longer shared. */
  requestDue(now: number): void;
  /** When to look again, unless an answer or a response of Redis comes before. */
  wakeAt(now: number): number;
}

/** Options of {@link createRoutePermits}. */
export interface RoutePermitsOptions {
  readonly limits: SharedLimits;
  /** Whether permits come from Redis now. */
  readonly isShared: () => boolean;
  /** Sends a permit request. */
  readonly request: (limit: SharedLimit, request: PermitRequest) => void;
}

/** Local time before which no request of an operation is sent, since it was refused alone; 0: it may go. */
function aloneUntil({ pausedUntil }: SharedRoute, now: number): number {
  return now < pausedUntil ? pausedUntil : 0;
}

/**
 * Creates the permits of a process. Permits of the largest limit are requested first, and of the next as many as it has of
 * those: a permit that waits for another window is worth nothing in a short one.
 */
export function createRoutePermits({ limits, isShared, request }: RoutePermitsOptions): RoutePermits {
  /** Permits that waiting calls need, by limit. */
  const wanted = new Map<SharedLimit, number>();
  /** Whether one more operation without an answer may send a request despite a long wait. */
  let mayGuess = true;

  /** How many more requests may be in flight, after refusals that no window explains. */
  const capacity = (of: SharedRoute, now: number): number => {
    let most = aloneUntil(of, now) ? 0 : Infinity;
    for (const limit of of.limits) {
      const { mostInFlight } = limit.state;
      if (mostInFlight < Infinity) most = Math.min(most, Math.floor(mostInFlight) - limits.inFlight(limit));
    }
    return Math.max(0, most);
  };

  const take = (of: SharedRoute, now: number, queued: number): number => {
    let most = Math.min(queued, capacity(of, now));
    // The first call of an operation goes alone: its answer shows which limits hold.
    if (!of.isKnown) most = Math.min(most, 1 - of.inFlight);
    for (const { state } of of.limits) most = Math.min(most, availablePermits(state, now));
    if (most > 0) for (const { state } of of.limits) takePermits(state, now, most);
    return most;
  };

  /** Local time before which a limit allows no call, whatever answers arrive; 0: none. */
  const closedUntil = ({ state }: SharedLimit, now: number): number => {
    if (now < state.pausedUntil) return state.pausedUntil;
    const isExhausted = state.exhausted && state.permits < 1 && !isWindowOver(state, now);
    return isExhausted ? Math.max(state.nextRequestAt, expectedEnd(state)) : 0;
  };

  const requestDue = (now: number): void => {
    for (const limit of limits.all) {
      if (!isShared()) return;
      const { state, requester } = limit;
      if (requester.busy) continue;
      if (state.permits > 0 && now > state.leaseUntil) returnPermits(state);
      const count = wanted.get(limit) ?? 0;
      if (state.test === "granted" && count < 1) abandonTest(state);
      if (!isRequestDue(state, now, count)) continue;
      request(limit, makePermitRequest(state, now, count, limits.inFlight(limit)));
    }
  };

  return {
    pass(of, now) {
      if (of.limits.some(({ state }) => state.permits < 1)) return false;
      const time = now();
      const isSent = take(of, time, 1) > 0;
      requestDue(time);
      return isSent;
    },
    decide(of, now, queued) {
      const sent = take(of, now, queued);
      if (sent > 0) return { permits: sent, nextTime: Infinity };
      const wakeAt = Math.max(aloneUntil(of, now), ...of.limits.map((limit) => closedUntil(limit, now)));
      const mayGo = limits.isTold() && !of.isKnown && of.inFlight < 1 && mayGuess && wakeAt - now > LONG_WAIT_MS;
      if (mayGo) mayGuess = false;
      return mayGo ? { permits: 1, nextTime: Infinity } : { permits: 0, nextTime: wakeAt, isCertain: wakeAt > 0 };
    },
    clear: () => wanted.clear(),
    want({ route: of, size }, now) {
      let most = Math.min(size, capacity(of, now));
      // More than the smallest limit cannot go at once: the rest is left to others.
      if (of.limits.length > 1) for (const { state } of of.limits) most = Math.min(most, state.limit || 1);
      const isClosed = of.limits.some((limit) => closedUntil(limit, now) > now);
      for (const limit of of.limits) {
        // While one limit is used up, permits of another would only be held back from other processes.
        if (isClosed && closedUntil(limit, now) <= now) continue;
        wanted.set(limit, (wanted.get(limit) ?? 0) + most);
        if (!isClosed) most = Math.min(most, availablePermits(limit.state, now));
      }
    },
    requestDue,
    wakeAt(now) {
      let at = Math.min(...Array.from(limits.routes(), (of) => aloneUntil(of, now) || Infinity));
      for (const limit of limits.all) {
        const { state, requester } = limit;
        if (state.permits > 0) at = Math.min(at, Math.max(state.pausedUntil, state.leaseUntil + 1));
        else if (wanted.get(limit) && !requester.busy && state.test === "none")
          at = Math.min(at, closedUntil(limit, now) || state.nextRequestAt);
      }
      return at;
    },
  };
}
