import type { SharedPermits } from "../pacing/create-pacer.ts";
import { permitsOf } from "../pacing/limit.ts";
import type { LimitState } from "../pacing/limit-state.ts";
import type { Limiter, PermitSource } from "../pacing/limiter.ts";
import { abandonTest } from "./apply-answer.ts";
import { expectedEnd, isWindowOver } from "./lease-state.ts";
import { availablePermits, isRequestDue, makePermitRequest, returnPermits, takePermits } from "./permits.ts";
import type { SharedLimit, SharedLimits } from "./shared-limits.ts";

/** Permits of several limits, which a request takes all at the same moment. The source gives those at hand. */
export interface RoutePermits extends Pick<SharedPermits, "source" | "decide" | "want"> {
  /** Fast path: takes the permits of one request, if they are at hand. */
  pass(route: number, now: () => number): boolean;
  /** Requests that are in flight and may count against a limit. */
  inFlight(limit: SharedLimit): number;
  /** Sends the permit requests that are due, until pacing is no longer shared. */
  request(now: number): void;
  /** When to look again, unless an answer or a response of Redis comes before. */
  wakeAt(): number;
}

/** Options of {@link createRoutePermits}. */
export interface RoutePermitsOptions {
  readonly limits: SharedLimits;
  /** Decides by the permits of {@link RoutePermits.source}. */
  readonly limiter: () => Limiter;
  /** Whether permits come from Redis now. */
  readonly isShared: () => boolean;
  /** Called after Redis has responded. */
  readonly onGrant: () => void;
}

/** Local time before which a limit allows no call, whatever answers arrive; 0: none. */
function closedUntil({ state }: SharedLimit, { pausedUntil }: LimitState, now: number): number {
  if (now < pausedUntil) return pausedUntil;
  const isExhausted = state.exhausted && state.permits < 1 && !isWindowOver(state, now);
  return isExhausted ? Math.max(state.nextRequestAt, expectedEnd(state)) : 0;
}

/** How many more requests may be in flight, after refusals that no window explains. */
function capacity({ mostInFlight, inFlight }: LimitState): number {
  return Math.max(0, Math.floor(mostInFlight) - inFlight);
}

/** The permits of a limit: those of its lease, or what the limiter counts, if it is not shared. */
function sourceOf({ limits, limiter, isShared }: RoutePermitsOptions): PermitSource {
  return (limit, now, queued, clock) => {
    const shared = isShared() ? limits.of(limiter().state, limit) : undefined;
    if (!shared) return permitsOf(limit, now, queued, clock);
    // The first call goes alone: its answer shows which limits hold.
    const most = limit.name === undefined ? 1 - limit.inFlight : queued;
    const permits = Math.min(most, queued, capacity(limit), availablePermits(shared.state, now));
    if (permits > 0 && now >= limit.pausedUntil) return { permits, nextTime: Infinity };
    const nextTime = closedUntil(shared, limit, now);
    return { permits: 0, nextTime, isCertain: nextTime > 0 };
  };
}

/** Requests that are in flight and may count against a shared limit. */
function inFlightOf(limits: SharedLimits, { state }: Limiter, shared: SharedLimit): number {
  return state.limits.reduce((sum, limit) => sum + (limits.of(state, limit) === shared ? limit.inFlight : 0), 0);
}

/**
 * Creates the permits of a process. Permits of the largest limit are requested first, and of the next as many as it has of
 * those: a permit that waits for another window is worth nothing in a short one.
 */
export function createRoutePermits(options: RoutePermitsOptions): RoutePermits {
  const { limits, limiter, isShared, onGrant } = options;
  /** Permits that waiting calls need, by limit, and until when it is closed. */
  const wanted = new Map<SharedLimit, readonly [count: number, closedUntil: number]>();

  /** Whether those were requested, so that they are counted anew. */
  let isOld = false;

  const decide: Limiter["decide"] = (now, queued, route = limiter().route()) => {
    const parts = limits.parts(limiter().state, route);
    const decision = limiter().decide(now, queued, route);
    const { permits: count, isGuess } = decision;
    if (count > 0 && !isGuess && isShared()) for (const { shared } of parts) takePermits(shared.state, now, count);
    return decision;
  };

  const countAnew = (): void => {
    if (isOld) wanted.clear();
  };

  const requestDue = (now: number): void => {
    for (const limit of limits.all) {
      if (!isShared()) return;
      const { state, requester } = limit;
      if (requester.busy) continue;
      if (state.permits > 0 && now > state.leaseUntil) returnPermits(state);
      const [count, closed] = wanted.get(limit) ?? [0, 0];
      if (state.test === "granted" && count < 1) abandonTest(state);
      if (isRequestDue(state, now, count) && (state.reportDue || closed <= now))
        requester.request(makePermitRequest(state, now, count, inFlightOf(limits, limiter(), limit)), onGrant);
    }
  };

  return {
    source: sourceOf(options),
    inFlight: (limit) => inFlightOf(limits, limiter(), limit),
    decide,
    pass(route, now) {
      const parts = limits.parts(limiter().state, route);
      if (!parts.length || parts.some(({ shared }) => shared.state.permits < 1)) return false;
      const time = now();
      const isSent = decide(time, 1, route).permits > 0;
      requestDue(time);
      return isSent;
    },
    want(route, waiting, now) {
      countAnew();
      isOld = false;
      const parts = limits.parts(limiter().state, route);
      let most = waiting;
      for (const { limit, shared } of parts) {
        most = Math.min(most, capacity(limit));
        // More than the smallest limit cannot go at once: the rest is left to others.
        if (parts.length > 1) most = Math.min(most, shared.state.limit || 1);
      }
      const ends = parts.map(({ shared, limit }) => closedUntil(shared, limit, now));
      const isClosed = ends.some((end) => end > now);
      for (const [index, { shared }] of parts.entries()) {
        const end = ends[index] as number;
        // While one limit is used up, permits of another would only be held back from other processes.
        if (isClosed && end <= now) continue;
        wanted.set(shared, [(wanted.get(shared)?.[0] ?? 0) + most, end]);
        if (!isClosed) most = Math.min(most, availablePermits(shared.state, now));
      }
    },
    request(now) {
      countAnew();
      isOld = true;
      requestDue(now);
    },
    wakeAt() {
      if (!isShared()) return Infinity;
      let at = Infinity;
      for (const limit of limits.all) {
        const { state, requester } = limit;
        const [count, closed] = wanted.get(limit) ?? [0, 0];
        if (state.permits > 0) at = Math.min(at, state.leaseUntil + 1);
        else if (count && !requester.busy && state.test === "none") at = Math.min(at, closed || state.nextRequestAt);
      }
      return at;
    },
  };
}
