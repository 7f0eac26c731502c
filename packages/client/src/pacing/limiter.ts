import { type Permits, permitsOf } from "./limit.ts";
import type { LimitState } from "./limit-state.ts";
import {
  createLimiterState,
  isTold,
  type LimiterState,
  type LimitRules,
  probeTime,
  type Route,
} from "./limiter-state.ts";
import { answered, ask, eachLimit, failed, sent, type Understood } from "./limiter-steps.ts";
import { routeKey } from "./limits-by-operation.ts";
import type { FailedPermit, PacedAnswer, RateLimitSnapshot, Refusal } from "./pacer.ts";
import { endOf, roomOf } from "./window.ts";
import { anchored, type ServerClock } from "./window-end.ts";

/** Wait above which an operation without an answer may send one request, to see whether another limit holds for it. */
const LONG_WAIT_MS = 10_000;

/** Number of requests to send now, or when to look again. */
export interface Decision extends Permits {
  /** Whether the request finds out if other limits hold for its operation. */
  readonly isGuess?: boolean;
}

/** Whether limits are known, but not those of this operation: its first call goes alone, and shows which hold. */
function isNew(state: LimiterState, route: Route, { isByOperation }: LimitRules): boolean {
  return isByOperation && isTold(state) && !route.isKnown;
}

/** Gives the permits of one limit: how many of `queued` requests may be sent at `now`. */
export type PermitSource = (limit: LimitState, now: number, queued: number, clock: ServerClock) => Permits;

/** How many of `queued` requests of a route may be sent at `now`, after an `elapsed` event of that time. */
export function permitsFor(
  state: LimiterState,
  { route: index, now, queued }: { readonly route: number; readonly now: number; readonly queued: number },
  rules: LimitRules,
  source: PermitSource,
): Decision {
  const route = state.routes[index] as Route;
  const probeAt = probeTime(state.outage, now);
  if (probeAt) return { permits: 0, nextTime: probeAt };
  const isFirst = isNew(state, route, rules);
  if (isFirst && route.inFlight) return { permits: 0, nextTime: Infinity, isLearning: true };
  let permits = state.outage.downMs || isFirst ? 1 : queued;
  let isProbe = false;
  let blocked: Permits | undefined;
  for (const limit of route.limits) {
    const own = source(state.limits[limit] as LimitState, now, queued, state.clock);
    permits = Math.min(permits, own.permits);
    isProbe ||= !!own.isProbe;
    if (!own.permits && !(blocked && own.nextTime < blocked.nextTime)) blocked = own;
  }
  if (!blocked) return { permits, nextTime: Infinity, isProbe };
  const isGuess = isFirst && state.mayGuess && blocked.nextTime - now > LONG_WAIT_MS;
  return isGuess ? { permits: 1, nextTime: Infinity, isGuess } : blocked;
}

/** Whether one request of a route may be sent, which can be told without the time. */
export function hasPermit(state: LimiterState, index: number, rules: LimitRules): boolean {
  const route = state.routes[index] as Route;
  if (state.outage.downMs || (route.inFlight && isNew(state, route, rules))) return false;
  for (const limit of route.limits) {
    const known = state.limits[limit] as LimitState;
    if (known.pausedUntil || roomOf(known) < 1) return false;
  }
  return true;
}

/** The limits of one credential and origin: the state, and what is asked of it. */
export interface Limiter {
  /** The route of an operation id, or of a method and path. */
  route(operation?: string): number;
  /** Fast path: takes one permit if this can be decided without the time, and returns whether it did. */
  pass(route?: number): boolean;
  /** Takes a permit, whether the limits allow it or not. */
  take(route: number): undefined;
  /** Takes as many permits as the limits allow now, at most `queued`. */
  decide(now: number, queued: number, route?: number): Decision;
  /** Gives back the permit of an answered request. */
  answered(answer: PacedAnswer): Understood;
  /** Gives back the permit of a request without an answer. It counts as used until an answer to a later request. */
  failed(now: number, permit?: FailedPermit): Refusal | undefined;
  /** Sum of the pauses made in this outage, in milliseconds; 0: no outage. */
  readonly downMs: number;
  readonly state: LimiterState;
  snapshot(queued: number): RateLimitSnapshot;
}

/** Options of {@link createLimiter}. */
export interface LimiterOptions {
  /** Requests that may be sent before the first answer, from 1. @default as the rules say */
  readonly initial?: number | undefined;
  /** Wall clock less local time in milliseconds, since services tell ends of windows as dates. */
  readonly ahead?: () => number;
  /** Gives the permits of a limit, if others count them. */
  readonly source?: PermitSource | undefined;
}

/** Creates a limiter that has seen no answer. `random` spreads backoffs: uniform in [0, 1). */
export function createLimiter(
  random: () => number,
  rules: LimitRules,
  { initial = rules.initial, ahead = () => 0, source = permitsOf }: LimiterOptions = {},
): Limiter {
  const state = createLimiterState(initial);
  // Routes only come, and every call asks for one: up to 200 names would be compared each time.
  const indexes = new Map<string, number>();
  const route = (operation = ""): number => {
    const known = indexes.get(operation);
    if (known !== undefined) return known;
    const key = routeKey(operation);
    const find = (of: string): number => state.routes.findIndex((made) => made.key === of);
    if (find(key) < 0) ask(state, key);
    const index = find(key);
    // Operations beyond the most share the route without a name.
    if (index < 0) return find("");
    indexes.set(key, index);
    return index;
  };
  const look = (): void => {
    state.clock = anchored(state.clock, ahead());
  };
  const take = (of: number): undefined => void sent(state, of, { count: 1 });
  return {
    route,
    state,
    get downMs() {
      return state.outage.downMs;
    },
    pass(of = route()) {
      const isFree = hasPermit(state, of, rules);
      if (isFree) take(of);
      return isFree;
    },
    take,
    decide(now, queued, of = route()) {
      look();
      eachLimit(state, undefined, () => ({ type: "elapsed", now }));
      const decision = permitsFor(state, { route: of, now, queued }, rules, source);
      const { permits: count, isProbe = false, isGuess = false } = decision;
      if (count) sent(state, of, { count, isProbe, isGuess });
      return decision;
    },
    answered(answer) {
      look();
      return answered(state, { route: route(answer.operation), answer, random }, rules);
    },
    failed: (now, { operation, failure } = {}) => failed(state, route(operation), { now, failure, random }),
    snapshot: (queued) => snapshotOf(state, queued),
  };
}

/** The limit that readers see: that of an operation that was never answered. */
function snapshotOf({ limits, assumed, clock, inFlight }: LimiterState, queued: number): RateLimitSnapshot {
  const shown = limits[assumed[0] ?? 0] as LimitState;
  const { limit, isAssumed, remaining, lost } = shown;
  const isKnown = limit >= 0;
  const end = isAssumed ? 0 : endOf(shown, clock).certain;
  return {
    limit: isKnown ? limit : undefined,
    remaining: isKnown ? Math.max(0, remaining - lost - shown.inFlight) : undefined,
    resetAt: end ? new Date(end) : undefined,
    queued,
    inFlight,
  };
}
