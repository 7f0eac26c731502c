import { type Clock, dateOffset, monotonic } from "../clock.ts";
import type { Permits } from "./limit.ts";
import { createLimiter, type Limiter, type PermitSource } from "./limiter.ts";
import type { LimitRules } from "./limiter-state.ts";
import type { Understood } from "./limiter-steps.ts";
import type { PacedAnswer, Pacer, PacerContext, RateLimitSnapshot, Refusal } from "./pacer.ts";
import { createWaitingQueue, type Lane, type WaitingQueueOptions } from "./waiting-queue.ts";

/** Options of {@link createPacer}. */
export interface PacerOptions
  extends Pick<PacerContext, "errors" | "maxOutageMs">,
    Pick<WaitingQueueOptions, "maxWaitMs" | "maxQueued"> {
  readonly clock: Clock;
  /** Returns random numbers, uniform in [0, 1). */
  readonly random: () => number;
  /** Which limits answers report, and for what. */
  readonly limits: LimitRules;
  /** Requests that may be sent before the first answer, from 1. @default as `limits` say */
  readonly initial?: number | undefined;
  /** Whether it paces nothing, and only reads what the answers say about the rate limit. @default false */
  readonly isWatching?: boolean;
}

/** Permits that processes share. The limiter decides by them, and does not count by itself. */
export interface SharedPermits extends Pick<Limiter, "pass" | "decide"> {
  /** Gives the permits of one limit. */
  readonly source: PermitSource;
  /** Notes that so many calls of a route wait. */
  want(route: number, waiting: number, now: number): void;
  /** Requests permits for them, and returns when to look again; `undefined` if that has been done meanwhile. */
  request(now: number): number | undefined;
  /** Learns from an answer that the limiter has understood. */
  answered(answer: PacedAnswer, understood: Understood): void;
  /** Learns that a request of a route has failed. */
  failed(route: number): void;
  close(): void;
}

/** Parts of a pacer that shared permits use. */
export interface PacerParts {
  readonly clock: SteadyClock;
  readonly limiter: () => Limiter;
  /** Looks at the waiting calls again. */
  readonly pump: () => void;
}

/** Creates the pacer of one credential and origin. `share`: has its permits shared. */
export function createPacer(options: PacerOptions, share?: (parts: PacerParts) => SharedPermits): Pacer {
  const { random, limits, isWatching, maxOutageMs = 10_000 } = options;
  const clock = steadyClock(options.clock);
  const errors = clock.errors(options.errors);

  /** Sends calls that have permits, rejects those that would wait too long, and sets the timer. */
  const pump = (): void => {
    queue.sleep();
    if (!queue.size && !shared) return;
    const now = clock.now();
    const blocked = new Map<Lane<number>, Permits>();
    for (let lane = queue.next(blocked); lane; lane = queue.next(blocked)) {
      // With several lanes, one permit at a time keeps the order of the calls across lanes.
      const decision = gate.decide(now, queue.lanes > 1 ? 1 : lane.size, lane.route);
      if (decision.permits) {
        queue.release(lane, decision.permits);
        continue;
      }
      blocked.set(lane, decision);
      shared?.want(lane.route, lane.size, now);
    }
    const next = shared ? shared.request(now) : Infinity;
    if (next === undefined) return;
    let nextAt = next;
    for (const { nextTime } of blocked.values()) nextAt = Math.min(nextAt, nextTime || Infinity);
    // To wait for the first answers is no wait for a limit.
    for (const [lane, { nextTime, isCertain, isLearning }] of blocked)
      if (!isLearning) queue.expire(lane, isCertain ? nextTime - 1 : now, nextTime || nextAt);
    if (queue.size || shared) queue.wakeAt(nextAt, now);
  };
  const queue = createWaitingQueue<number>({ ...options, clock, errors, pump });
  const shared = share?.({ clock, limiter: () => limiter, pump });
  const limiter = createLimiter(random, limits, {
    initial: options.initial,
    ahead: clock.ahead,
    source: shared?.source,
  });
  const gate = shared ?? limiter;

  /** Runs after each event. Rejects all waiting calls if the outage has lasted too long. */
  const settle = (refusal: Refusal | undefined): Refusal | undefined => {
    if (isWatching) return undefined;
    if (limiter.downMs > maxOutageMs) queue.rejectAll(errors.unavailable?.() ?? errors.rateLimited(Infinity));
    pump();
    return clock.refusal(refusal);
  };

  return {
    enter(call) {
      const route = limiter.route(call.operation);
      return isWatching ? limiter.take(route) : queue.enter(call, route, () => gate.pass(route));
    },
    answered(given) {
      const answer = clock.answer(given);
      const understood = limiter.answered(answer);
      shared?.answered(answer, understood);
      return settle(understood.refusal);
    },
    failed(permit) {
      const refusal = limiter.failed(clock.now(), permit);
      shared?.failed(limiter.route(permit?.operation));
      return settle(refusal);
    },
    snapshot: () => clock.snapshot(limiter.snapshot(queue.size)),
    close(reason) {
      queue.close(reason);
      shared?.close();
    },
  };
}

/**
 * The clock of a limiter. It begins at the date, since most machines have the right one and services tell the ends of
 * windows as dates, and goes on by the monotonic clock: from then on nobody sets it.
 */
export interface SteadyClock extends Clock {
  /** Difference of the wall clock to this one: not 0 after it was set, or the machine slept. */
  readonly ahead: () => number;
  /** An answer with its times by this clock. */
  answer(answer: PacedAnswer): PacedAnswer;
  /** Errors that are given a time of this clock, and tell its date. */
  errors(errors: PacerContext["errors"]): PacerContext["errors"];
  /** A refusal with its date. */
  refusal(refusal: Refusal | undefined): Refusal | undefined;
  /** A snapshot with its date. */
  snapshot(snapshot: RateLimitSnapshot): RateLimitSnapshot;
}

/** Makes the clock of a limiter of a client's. */
export function steadyClock(clock: Clock): SteadyClock {
  const begin = dateOffset(clock);
  const ahead = (): number => dateOffset(clock) - begin;
  // As dates of the client's clock are now, which may have been set since.
  const date = (time: number): number => time + ahead();
  return {
    now: () => monotonic(clock) + begin,
    ahead,
    setTimeout: (callback, ms) => clock.setTimeout(callback, ms),
    clearTimeout: (handle) => clock.clearTimeout(handle),
    answer: (answer) => ({ ...answer, sentAt: answer.sentAt + begin, receivedAt: answer.receivedAt + begin }),
    errors: (errors) => ({ ...errors, rateLimited: (at, waitedMs) => errors.rateLimited(at && date(at), waitedMs) }),
    refusal: (refusal) => refusal && { ...refusal, retryAt: refusal.retryAt && date(refusal.retryAt) },
    snapshot: ({ resetAt, ...figures }) => ({ ...figures, resetAt: resetAt && new Date(date(+resetAt)) }),
  };
}

/** A pacer that clients share. */
export interface PacerLease {
  readonly pacer: Pacer;
  /** Counts one more client. */
  share(): PacerLease;
  /** One client less: the last one closes the pacer. */
  release(reason: Error): void;
}

const ids: WeakMap<object, number> = /* @__PURE__ */ new WeakMap();
const entries: Map<string, { deref(): PacerLease | undefined }> = /* @__PURE__ */ new Map();
let lastId = 0;
let sweepAt = 100;

/** Removes pacers whose clients were garbage-collected without `close()`. Runs each time that the number doubles. */
function sweep(): void {
  for (const [key, entry] of entries) if (!entry.deref()) entries.delete(key);
  sweepAt = entries.size * 2 + 100;
}

/**
 * One pacer for all clients of this process with the same objects (by identity) and the same text. The text may hold a
 * credential: it is kept here alone, and removed with the last of its clients. A client has to hold the lease.
 */
export function leasePacer(identity: readonly (object | undefined)[], text: string, make: () => Pacer): PacerLease {
  let key = text;
  for (const object of identity) {
    if (object && !ids.has(object)) ids.set(object, ++lastId);
    key += ` ${object && ids.get(object)}`;
  }
  const known = entries.get(key)?.deref();
  if (known) return known.share();
  if (entries.size > sweepAt) sweep();
  const pacer = make();
  let clients = 1;
  const lease: PacerLease = {
    pacer,
    share() {
      clients++;
      return lease;
    },
    release(reason) {
      if (--clients > 0) return;
      entries.delete(key);
      pacer.close(reason);
    },
  };
  // Some runtimes have no weak references; there only `close()` removes a pacer.
  entries.set(key, globalThis.WeakRef ? new WeakRef(lease) : { deref: () => lease });
  return lease;
}
