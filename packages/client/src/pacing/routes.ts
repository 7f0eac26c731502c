import { createLimit, type LimitState } from "./limit-state.ts";
import { isTold, type LimiterDraft, type Route, UNTOLD } from "./limiter-state.ts";

/** Most limits of a service. One more takes the place of the last. */
export const MAX_LIMITS = 50;
export const MAX_LIMITS_OF_ROUTE = 4;

/** Name of an operation's route. Paths that differ only in an identifier are the same operation. */
export function routeKey(operation: string): string {
  return operation.replace(/\/[^/]*\d[^/]*/g, "/*");
}

/** Adds a limit, and returns its index. The first that is told begins with what was learnt before. */
export function addLimit(next: LimiterDraft, made?: LimitState): number {
  next.mayGuess = true;
  const index = Math.min(next.limits.length, MAX_LIMITS - 1);
  // The last one may be in the place of another, whose requests come back to it.
  const inFlight = next.limits[index]?.inFlight ?? 0;
  const first = isTold(next) ? createLimit() : (next.limits[UNTOLD] as LimitState);
  next.limits[index] = { ...(made ?? first), inFlight };
  return index;
}

/** Has other limits hold for an operation beside its own; its requests in flight are counted there from now on. */
export function assignLimits(next: LimiterDraft, index: number, shared: readonly number[]): void {
  const route = next.routes[index] as Route;
  const limits = [...route.own, ...shared];
  const move = (limit: number, count: number): void => {
    const known = next.limits[limit] as LimitState;
    next.limits[limit] = { ...known, inFlight: known.inFlight + count };
  };
  for (const limit of route.limits) move(limit, -route.inFlight);
  for (const limit of limits) move(limit, route.inFlight);
  next.routes[index] = { ...route, limits };
}

/**
 * Learns which limits hold for an operation: those that its answers report, and those that they have left out. The first
 * that are told are assumed for all operations without an answer.
 */
export function learnRoute(next: LimiterDraft, index: number, told: readonly number[]): void {
  const { isKnown, limits, own } = next.routes[index] as Route;
  const kept = limits.filter((limit) => isKnown && limit !== UNTOLD && !own.includes(limit) && !told.includes(limit));
  assignLimits(next, index, [...kept, ...told].slice(-MAX_LIMITS_OF_ROUTE));
  if (isTold(next)) return;
  next.assumed = told;
  for (const [other, route] of next.routes.entries())
    if (!route.isKnown && other !== index) assignLimits(next, other, told);
}

/**
 * The limits that a refusal concerns which asks for a wait and names none: one that is the operation's own, as long as no
 * other operation that shares a limit with it is kept waiting, too.
 */
export function concernedBy(next: LimiterDraft, index: number, now: number): readonly number[] {
  const route = next.routes[index] as Route;
  const { limits, own } = route;
  const shared = limits.filter((limit) => !own.includes(limit));
  const isPaused = (limit: number): boolean => (next.limits[limit] as LimitState).pausedUntil > now;
  const isShared = next.routes.some(
    (other, at) => at !== index && other.own.some(isPaused) && other.limits.some((limit) => shared.includes(limit)),
  );
  if (isShared || shared.some(isPaused)) return shared;
  if (own.length) return own;
  // Where windows are told, the pause is all that there is to learn.
  const refusedAt = shared.includes(UNTOLD) ? 0 : now;
  const made = [addLimit(next, { ...createLimit(), remaining: Infinity, refusedAt })];
  next.routes[index] = { ...route, own: made };
  assignLimits(next, index, shared);
  return made;
}
