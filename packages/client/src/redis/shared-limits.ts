import type { LimitState } from "../pacing/limit-state.ts";
import { isTold, type LimiterState, type Route } from "../pacing/limiter-state.ts";
import { MAX_LIMITS } from "../pacing/limits-by-operation.ts";
import type { LeaseState } from "./lease-state.ts";
import type { PermitRequester } from "./permit-requester.ts";
import type { PermitStore } from "./permit-store.ts";

/** One limit that processes share. */
export interface SharedLimit {
  readonly state: LeaseState;
  readonly store: PermitStore;
  readonly requester: PermitRequester;
}

/** A limit as this process knows it, its index there, and what processes share of it. */
export interface Part {
  readonly index: number;
  readonly limit: LimitState;
  readonly shared: SharedLimit;
}

/** The limits of one credential and origin. */
export interface SharedLimits {
  /** All limits. The first is the one that a process assumes before its first answer. */
  readonly all: readonly SharedLimit[];
  /** The shared state of a limit; `undefined`: this process counts it alone. */
  readonly of: (state: LimiterState, limit: LimitState) => SharedLimit | undefined;
  /** The shared ones of the limits that hold for an operation: the largest first, which mostly has the longest window. */
  readonly parts: (state: LimiterState, route: number) => readonly Part[];
}

/**
 * Creates the limits before any answer: one is assumed, whose window Redis may know. Limits are told apart by name and
 * figure, which all processes see alike, and not by their ends. `createLimit`: the name is part of the key in Redis; "": the
 * first.
 */
export function createSharedLimits(createLimit: (name: string) => SharedLimit): SharedLimits {
  const all: SharedLimit[] = [];
  const create = (name: string, identity: number): SharedLimit => {
    const limit = createLimit(name);
    limit.state.identity = identity;
    all.push(limit);
    return limit;
  };
  const first = create("", 0);
  const of: SharedLimits["of"] = (state, { name, limit }) => {
    if (name === undefined) return isTold(state) ? undefined : first;
    const most = Math.floor(limit);
    if (!Number.isSafeInteger(most)) return undefined;
    const key = `${name} ${most}`;
    const identity = identify(key);
    first.state.identity ||= identity;
    const found = all.find((one) => one.state.identity === identity);
    return found ?? (all.length < MAX_LIMITS ? create(key, identity) : undefined);
  };
  return {
    all,
    of,
    parts(state, route) {
      const parts = new Map<SharedLimit, Part>();
      const { limits } = state.routes[route] as Route;
      const known = limits.map((index) => ({ index, limit: state.limits[index] as LimitState }));
      for (const one of known.sort((a, b) => b.limit.limit - a.limit.limit)) {
        const shared = of(state, one.limit);
        if (shared) parts.set(shared, { ...one, shared });
      }
      return [...parts.values()];
    },
  };
}

/** Number that tells a limit apart from others, equal in all processes: the hash FNV-1a of its name and figure; never 0. */
function identify(key: string): number {
  let hash = 0x811c9dc5;
  for (const char of key) hash = Math.imul(hash ^ (char.codePointAt(0) as number), 0x01000193);
  return hash >>> 0 || 1;
}
