import { steadyClock } from "../pacing/create-pacer.ts";
import type { Permits } from "../pacing/limit.ts";
import type { Limiter } from "../pacing/limiter.ts";
import type { FailedPermit, PacedAnswer, Pacer, PacerContext, RateLimitSnapshot, Refusal } from "../pacing/pacer.ts";
import { createWaitingQueue, type Lane } from "../pacing/waiting-queue.ts";
import { abandonTest, applyAnswer } from "./apply-answer.ts";
import { createLeaseState, isWindowOver, latestEnd } from "./lease-state.ts";
import { createPermitRequester } from "./permit-requester.ts";
import type { PermitRequest, PermitStore } from "./permit-store.ts";
import { makeReport, returnPermits } from "./permits.ts";
import { createRoutePermits } from "./route-permits.ts";
import {
  createPrimedLimiter,
  createSharedLimits,
  rememberAnswer,
  type SharedLimit,
  type SharedRoute,
} from "./shared-limits.ts";

/** Options of {@link createSharedPacer}. */
export interface SharedPacerOptions {
  readonly context: PacerContext;
  /** Creates the store of a limit. `limit` is its name and figure; "": the one that is assumed before others are known. */
  readonly createStore: (limit: string) => PermitStore;
  /** Unique id of this process. */
  readonly id: string;
  readonly leaseMs: number;
  readonly maxWaitMs: number;
  readonly maxQueued: number;
  /** Called when pacing becomes local because of Redis, or because the limit has no windows. */
  readonly onLocal: (reason: LocalReason, cause: unknown) => void;
}

/** First and longest pause between two checks whether Redis responds again, in milliseconds. */
const PROBE_MS = [100, 2000] as const;

/** Why a process limits itself alone: Redis fails, the service reports no limit, or its limit has no windows. */
export type LocalReason = "redis" | "unreported" | "unwindowed";

/**
 * Creates the pacer of one credential and origin in one of many processes. Processes learn of each other only from
 * responses to their own requests: a process that waits for another's test requests again after the duration of the last
 * test. A subscription would need a second connection to Redis.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one closure holds what the short functions in it share
export function createSharedPacer(options: SharedPacerOptions): Pacer {
  const { leaseMs, id, createStore, context } = options;
  const { random } = context;
  const clock = steadyClock(context.clock);
  let inFlight = 0;
  let local: Limiter | undefined;
  let reason: LocalReason | undefined;
  /** Requests without an answer that were sent before pacing became local; the local limiter has not counted them. */
  let sentBeforeLocal = 0;
  let localSince = 0;
  let probes = 0;
  let probe: unknown;
  let closed = false;

  const limits = createSharedLimits((name) => {
    const store = createStore(name);
    const state = createLeaseState(id, leaseMs, random);
    const requester = createPermitRequester({
      store,
      clock,
      state,
      onFailure(error) {
        if (!closed) goLocal("redis", error);
      },
      onLateResponse() {
        if (closed) returnAll();
        else if (reason === "redis") probeRedis();
      },
    });
    return { state, store, requester };
  }, clock.ahead);
  const first = limits.all[0] as SharedLimit;

  /** Counts requests in flight; -1: one has ended. */
  const hold = (of: SharedRoute, count: number): void => {
    of.inFlight += count;
    inFlight += count;
  };

  /** Gives back all permits and tests, without waiting for the response. */
  const returnAll = (): void => {
    for (const limit of limits.all) {
      const { state, store, requester } = limit;
      returnPermits(state);
      abandonTest(state);
      if (!state.reportDue || !store.isReady() || requester.busy) continue;
      store.request(makeReport(state, clock.now(), limits.inFlight(limit))).catch(() => undefined);
    }
  };

  const goLocal = (why: LocalReason, cause?: unknown): void => {
    if (!local) {
      local = createPrimedLimiter(random, limits.routes(), clock.ahead);
      sentBeforeLocal = inFlight;
      localSince = clock.now();
    }
    for (const { state } of limits.all) {
      state.permits = state.returned = state.orphaned = state.held = 0;
      abandonTest(state);
    }
    if (why !== "redis") returnAll();
    if (why !== reason && why !== "unreported") options.onLocal(why, cause);
    reason = why;
    if (why === "redis") {
      clock.clearTimeout(probe);
      const wait = Math.min(PROBE_MS[1], PROBE_MS[0] * 2 ** probes++);
      probe = clock.setTimeout(probeRedis, Math.ceil(wait * (0.75 + random() / 4)));
      // It must not keep the process alive.
      (probe as { unref?(): void } | undefined)?.unref?.();
    }
    pump();
  };

  const goShared = (): void => {
    local = reason = undefined;
    probes = 0;
    clock.clearTimeout(probe);
    for (const { state } of limits.all) {
      state.nextRequestAt = 0;
      state.unmet = state.exhausted = false;
    }
    pump();
  };

  /** Sends a permit request. If Redis knows another limit as the first, the operations are to be learnt anew. */
  const request = ({ state, requester }: SharedLimit, made: PermitRequest, done: () => void): void =>
    requester.request(made, () => {
      if (made.identity && made.identity !== state.identity) limits.forget();
      done();
    });

  const permits = createRoutePermits({
    limits,
    isShared: () => !local && !closed,
    request: (limit, made) => request(limit, made, () => (closed ? returnAll() : pump())),
  });

  /** Checks whether Redis responds again. No call waits for it. */
  const probeRedis = (): void => {
    if (closed || first.requester.busy || reason !== "redis") return;
    request(first, makeReport(first.state, clock.now(), limits.inFlight(first)), () => {
      if (!closed) goShared();
    });
  };

  /** Sends calls that have permits, rejects those that would wait too long, requests more permits, sets the timer. */
  const pump = (): void => {
    queue.sleep();
    permits.clear();
    const now = clock.now();
    const blocked = new Map<Lane<SharedRoute>, Permits>();
    for (let lane = queue.next(blocked); lane; lane = queue.next(blocked)) {
      // With several lanes, one permit at a time keeps the order of the calls across lanes.
      const of = lane.route;
      const most = queue.lanes > 1 ? 1 : lane.size;
      const decision = local ? local.decide(now, most, local.route(of.operation)) : permits.decide(of, now, most);
      if (decision.permits > 0) {
        hold(lane.route, decision.permits);
        queue.release(lane, decision.permits);
      } else {
        blocked.set(lane, decision);
        permits.want(lane, now);
      }
    }
    const before = local;
    permits.requestDue(now);
    // If a request failed at once, pacing became local, and that has pumped already.
    if (closed || local !== before) return;
    let nextAt = local ? Infinity : permits.wakeAt(now);
    for (const [lane, { nextTime, isCertain }] of blocked) {
      if (local) nextAt = Math.min(nextAt, nextTime);
      queue.expire(lane, isCertain ? nextTime - 1 : now, nextTime || nextAt);
    }
    if (queue.size > 0 || !local) queue.wakeAt(nextAt, now);
  };

  const queue = createWaitingQueue<SharedRoute>({ ...options, errors: clock.errors(context.errors), clock, pump });

  /** Admits a call at once if this needs no permit request first. */
  const pass = (of: SharedRoute): boolean => {
    const isPassed = local ? local.pass(local.route(of.operation)) : permits.pass(of, clock.now);
    if (isPassed) hold(of, 1);
    return isPassed;
  };

  const readAnswer = (of: SharedRoute, answer: PacedAnswer): Refusal | undefined => {
    const [kind, refusal] = applyAnswer(limits, of, answer);
    rememberAnswer(of, answer);
    if (!local) {
      if (kind === "unwindowed") goLocal("unwindowed");
      else if (kind === "unreported" && !refusal && limits.all.every(({ state }) => state.reset === 0))
        goLocal("unreported");
      return refusal;
    }
    if (sentBeforeLocal > 0 && answer.sentAt <= localSince) {
      sentBeforeLocal--;
      return (local.pass(local.route(answer.operation)) ? local.answered(answer) : undefined) ?? refusal;
    }
    const own = local.answered(answer);
    if (reason === "unreported" && kind === "windowed") goShared();
    return own;
  };

  return {
    enter(call) {
      const of = limits.route(call.operation);
      return queue.enter(call, of, () => pass(of));
    },
    answered(given): Refusal | undefined {
      const answer = clock.answer({ ...given, headers: new Headers(given.headers) }); // Those that throw do so uncounted.
      const of = limits.route(answer.operation);
      hold(of, -1);
      const refusal = readAnswer(of, answer);
      pump();
      return clock.refusal(refusal);
    },
    failed(permit?: FailedPermit): Refusal | undefined {
      const of = limits.route(permit?.operation);
      hold(of, -1);
      let refusal: Refusal | undefined;
      if (sentBeforeLocal > 0) sentBeforeLocal--;
      else refusal = local?.failed(clock.now(), permit);
      const tested = of.limits.filter(({ state }) => state.test === "sent");
      if (!local && tested.length > 0) {
        for (const { state } of tested) abandonTest(state);
        goLocal("unreported");
      }
      pump();
      return clock.refusal(refusal);
    },
    snapshot(): RateLimitSnapshot {
      const { limit, reset, lowestRemaining } = first.state;
      return clock.snapshot({
        limit: reset > 0 ? limit : undefined,
        remaining: lowestRemaining < Infinity ? Math.max(0, lowestRemaining - limits.inFlight(first)) : undefined,
        resetAt: isWindowOver(first.state, clock.now()) ? undefined : new Date(latestEnd(first.state)),
        queued: queue.size,
        inFlight,
      });
    },
    close(error: Error): void {
      closed = true;
      queue.close(error);
      clock.clearTimeout(probe);
      for (const { requester } of limits.all) requester.stop();
      returnAll();
    },
  };
}
