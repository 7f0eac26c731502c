import { createLimiter, type Limiter } from "../pacing/limiter.ts";
import { limitsByOperation, MAX_LIMITS, MAX_LIMITS_OF_ROUTE, routeKey } from "../pacing/limits-by-operation.ts";
import type { PacedAnswer } from "../pacing/pacer.ts";
import { type LimitReport, readLimits, UNKNOWN_DIALECT } from "../pacing/rate-limit-headers.ts";
import { MAX_ROUTES } from "../pacing/reduce.ts";
import { anchored, observe, UNKNOWN_CLOCK } from "../pacing/window-end.ts";
import { isTest, isWindowOver, type LeaseState } from "./lease-state.ts";
import type { PermitRequester } from "./permit-requester.ts";
import type { PermitStore } from "./permit-store.ts";

/** A policy with a longer window is a mistake of the service: a year. */
const LONGEST_MS = 366 * 86_400_000;

/** One limit that processes share. */
export interface SharedLimit {
  readonly state: LeaseState;
  readonly store: PermitStore;
  readonly requester: PermitRequester;
}

/** The limits of an operation, as its answers have reported them: the largest first, which mostly has the longest window. */
export interface SharedRoute {
  readonly operation: string;
  /** Whether the operation has been answered; before that the limits of the first are assumed, and one call goes at a time. */
  isKnown: boolean;
  limits: readonly SharedLimit[];
  /** No request of it is sent before this time, since it was refused alone; 0: it was not. */
  pausedUntil: number;
  inFlight: number;
  /** The last answers of the current window and of the one before, with the end of the longest window at that time. */
  readonly answers: (PacedAnswer & { readonly reset: number })[];
}

/** The limits of one credential and origin by operation. */
export interface SharedLimits {
  /** All limits. The first is the one that a process assumes before its first answer. */
  readonly all: readonly SharedLimit[];
  readonly routes: () => Iterable<SharedRoute>;
  readonly route: (operation?: string) => SharedRoute;
  /** Whether an answer has reported a limit to this process. */
  readonly isTold: () => boolean;
  /** Requests in flight that may count against a limit. */
  readonly inFlight: (limit: SharedLimit) => number;
  /** Learns which limits hold for an operation; returns what its answer reports of each. */
  readonly learn: (of: SharedRoute, answer: PacedAnswer) => ReadonlyMap<SharedLimit, LimitReport>;
  /** Forgets which operations have which limits, because Redis knows another limit as the first. */
  readonly forget: () => void;
}

/**
 * Creates the limits before any answer: one is assumed, whose window Redis may know. Limits are told apart by name and
 * figure, which all processes see alike, and not by their ends. `createLimit`: the name is part of the key in Redis; "": the
 * first.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one closure holds what the short functions in it share
export function createSharedLimits(createLimit: (name: string) => SharedLimit, ahead = (): number => 0): SharedLimits {
  const all: SharedLimit[] = [];
  const create = (name: string, identity: number): SharedLimit => {
    const limit = createLimit(name);
    limit.state.identity = identity;
    all.push(limit);
    return limit;
  };
  const first = create("", 0);
  let assumed: readonly SharedLimit[] = [first];
  let isTold = false;
  const routes = new Map<string, SharedRoute>();
  let dialect = UNKNOWN_DIALECT;
  let clock = UNKNOWN_CLOCK;

  const find = ({ name, limit: most }: LimitReport): SharedLimit | undefined => {
    const key = `${name} ${most}`;
    const identity = identify(key);
    const found = all.find(({ state }) => state.identity === identity);
    if (found) return found;
    if (!first.state.identity) {
      first.state.identity = identity;
      return first;
    }
    // Later ones are not shared.
    return all.length < MAX_LIMITS ? create(key, identity) : undefined;
  };

  /** Reads the limits of an answer, the largest first, and what it says of the service's clock. */
  const read = (answer: PacedAnswer): LimitReport[] => {
    const { reports, date, dialect: next } = readLimits(answer, dialect, clock.ahead);
    // If this answer changed how Reset is read, the known ends were misread.
    const isMisread = next.roundsDown !== dialect.roundsDown || next.inMs !== dialect.inMs;
    dialect = next;
    if (date) clock = observe(clock, date, answer.sentAt, answer.receivedAt);
    for (const { state } of all) {
      if (isMisread) state.reset = 0;
      state.clock = clock;
    }
    return reports
      .map((report) => ({
        ...report,
        limit: Math.floor(report.limit),
        remaining: Math.floor(report.remaining),
      }))
      .filter(({ name, limit, remaining }) => {
        // How many tokens a request takes is unknown, so a limit of tokens counts only when none is left.
        return Number.isSafeInteger(limit) && remaining !== Infinity && !(remaining > 0 && /token/.test(name));
      })
      .sort((one, other) => other.limit - one.limit);
  };

  return {
    all,
    routes: () => routes.values(),
    isTold: () => isTold,
    route(operation = "") {
      const known = clock;
      clock = anchored(known, ahead());
      if (clock !== known) for (const { state } of all) state.clock = clock;
      const found = routes.get(operation);
      if (found) return found;
      const key = routes.size < MAX_ROUTES ? routeKey(operation) : "";
      const made = routes.get(key) ?? {
        operation: key,
        isKnown: false,
        limits: assumed,
        pausedUntil: 0,
        inFlight: 0,
        answers: [],
      };
      routes.set(key, made);
      return made;
    },
    inFlight(limit) {
      let count = 0;
      for (const of of routes.values()) if (of.limits.includes(limit)) count += of.inFlight;
      return count;
    },
    learn(of, answer) {
      const told = new Map<SharedLimit, LimitReport>();
      for (const report of read(answer)) {
        const { limit: most, remaining, reset, lengthMs } = report;
        if (!(remaining >= 0 ? reset > 0 : lengthMs > 0 && lengthMs < LONGEST_MS)) continue;
        const limit = find(report);
        if (!limit) continue;
        limit.state.clock = clock;
        // A policy without a count: the request that tests whether a new window has begun begins it.
        const end = Math.ceil(answer.receivedAt + lengthMs + clock.high);
        const isCounted = remaining >= 0;
        told.set(
          limit,
          isCounted ? report : { ...report, remaining: isTest(limit.state, answer) ? most - 1 : NaN, reset: end },
        );
      }
      if (!told.size) return told;
      isTold = true;
      const isKept = (limit: SharedLimit): boolean => !told.has(limit) && !isWindowOver(limit.state, answer.receivedAt);
      const kept = of.isKnown ? of.limits.filter(isKept) : [];
      const size = (limit: SharedLimit): number => told.get(limit)?.limit ?? limit.state.limit;
      of.limits = [...kept, ...told.keys()].sort((one, other) => size(other) - size(one)).slice(-MAX_LIMITS_OF_ROUTE);
      if (!of.isKnown && assumed.length === 1 && assumed[0] === first) assumed = of.limits;
      return told;
    },
    forget() {
      assumed = [first];
      for (const of of routes.values()) {
        of.isKnown = false;
        of.limits = assumed;
      }
    },
  };
}

/** Number that tells a limit apart from others, equal in all processes: the hash FNV-1a of its name and figure; never 0. */
function identify(key: string): number {
  let hash = 0x811c9dc5;
  for (const char of key) hash = Math.imul(hash ^ (char.codePointAt(0) as number), 0x01000193);
  return hash >>> 0 || 1;
}

/** Creates the limiter of a single process, with the state that the remembered answers show. */
export function createPrimedLimiter(random: () => number, routes: Iterable<SharedRoute>, ahead: () => number): Limiter {
  const limiter = createLimiter(random, limitsByOperation, limitsByOperation.initial, ahead);
  const answers = [...routes].flatMap((of) => of.answers).sort((one, other) => one.sentAt - other.sentAt);
  for (const answer of answers) {
    const route = limiter.route(answer.operation);
    if (limiter.pass(route) || limiter.decide(answer.sentAt, 1, route).permits > 0) limiter.answered(answer);
  }
  return limiter;
}

/** Keeps the last answer of the current window of an operation and of the one before, which differ in their end. */
export function rememberAnswer({ answers, limits }: SharedRoute, answer: PacedAnswer): void {
  const reset = Math.max(...limits.map(({ state }) => state.reset));
  if (!(reset > 0)) return;
  if (answers.at(-1)?.reset === reset) answers.pop();
  answers.push({ ...answer, reset });
  if (answers.length > 2) answers.shift();
}
