import { steadyClock } from "../pacing/create-pacer.ts";
import type { Permits } from "../pacing/limit.ts";
import { createLimiter } from "../pacing/limiter.ts";
import { limitsByOperation } from "../pacing/limits-by-operation.ts";
import type { FailedPermit, Pacer, PacerContext, Refusal } from "../pacing/pacer.ts";
import { createWaitingQueue, type Lane } from "../pacing/waiting-queue.ts";
import { abandonTest, applyAnswer } from "./apply-answer.ts";
import { createLeaseState } from "./lease-state.ts";
import { createPermitRequester } from "./permit-requester.ts";
import type { PermitRequest, PermitStore } from "./permit-store.ts";
import { makeReport, returnPermits } from "./permits.ts";
import { createRoutePermits } from "./route-permits.ts";
import { createSharedLimits, type SharedLimit } from "./shared-limits.ts";

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
  const { random, maxOutageMs = 10_000 } = context;
  const clock = steadyClock(context.clock);
  const errors = clock.errors(context.errors);
  /** Why pacing is local; `undefined`: permits come from Redis. */
  let reason: LocalReason | undefined;
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
  });
  const first = limits.all[0] as SharedLimit;

  /** Gives back all permits and tests, without waiting for the response. */
  const returnAll = (): void => {
    for (const limit of limits.all) {
      const { state, store, requester } = limit;
      returnPermits(state);
      abandonTest(state);
      if (!state.reportDue || !store.isReady() || requester.busy) continue;
      store.request(makeReport(state, clock.now(), permits.inFlight(limit))).catch(() => undefined);
    }
  };

  const goLocal = (why: LocalReason, cause?: unknown): void => {
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
    reason = undefined;
    probes = 0;
    clock.clearTimeout(probe);
    for (const { state } of limits.all) {
      state.nextRequestAt = 0;
      state.unmet = state.exhausted = false;
    }
    pump();
  };

  const request = ({ requester }: SharedLimit, made: PermitRequest): void =>
    requester.request(made, () => (closed ? returnAll() : pump()));

  const permits = createRoutePermits({ limits, limiter: () => limiter, isShared: () => !reason && !closed, request });
  const limiter = createLimiter(random, limitsByOperation, limitsByOperation.initial, clock.ahead, permits.source);

  /** Checks whether Redis responds again. No call waits for it. */
  const probeRedis = (): void => {
    const { state, requester } = first;
    if (closed || requester.busy || reason !== "redis") return;
    requester.request(makeReport(state, clock.now(), permits.inFlight(first)), () => {
      if (!closed) goShared();
    });
  };

  /** Tells the leases what is known of the service's clock. */
  const readClock = (): void => {
    for (const { state } of limits.all) state.clock = limiter.state.clock;
  };

  /** Sends calls that have permits, rejects those that would wait too long, requests more permits, sets the timer. */
  const pump = (): void => {
    queue.sleep();
    permits.clear();
    readClock();
    const now = clock.now();
    const blocked = new Map<Lane<number>, Permits>();
    for (let lane = queue.next(blocked); lane; lane = queue.next(blocked)) {
      // With several lanes, one permit at a time keeps the order of the calls across lanes.
      const decision = permits.decide(lane.route, now, queue.lanes > 1 ? 1 : lane.size);
      if (decision.permits > 0) {
        queue.release(lane, decision.permits);
        continue;
      }
      blocked.set(lane, decision);
      permits.want(lane.route, lane.size, now);
    }
    const before = reason;
    permits.requestDue(now);
    // If a request failed at once, pacing became local, and that has pumped already.
    if (closed || reason !== before) return;
    let nextAt = reason ? Infinity : permits.wakeAt(now);
    for (const { nextTime } of blocked.values()) nextAt = Math.min(nextAt, nextTime || Infinity);
    for (const [lane, { nextTime, isCertain }] of blocked)
      queue.expire(lane, isCertain ? nextTime - 1 : now, nextTime || nextAt);
    if (queue.size > 0 || !reason) queue.wakeAt(nextAt, now);
  };

  const queue = createWaitingQueue<number>({ ...options, errors, clock, pump });

  /** Runs after each event. Rejects all waiting calls if the outage has lasted too long. */
  const settle = (refusal: Refusal | undefined): Refusal | undefined => {
    if (limiter.downMs > maxOutageMs) queue.rejectAll(errors.unavailable?.() ?? errors.rateLimited(Infinity));
    pump();
    return clock.refusal(refusal);
  };

  return {
    enter(call) {
      const route = limiter.route(call.operation);
      return queue.enter(call, route, () => (reason ? limiter.pass(route) : permits.pass(route, clock.now)));
    },
    answered(given): Refusal | undefined {
      const answer = clock.answer({ ...given, headers: new Headers(given.headers) }); // Those that throw do so uncounted.
      const { inMs, roundsDown } = limiter.state.dialect;
      const understood = limiter.answered(answer);
      const { dialect } = limiter.state;
      // If this answer changed how Reset is read, the known ends were misread.
      const isMisread = dialect.inMs !== inMs || dialect.roundsDown !== roundsDown;
      if (isMisread) for (const { state } of limits.all) state.reset = 0;
      readClock();
      const kind = applyAnswer(limits.parts(limiter.state, limiter.route(answer.operation)), answer, understood);
      const isUnknown = limits.all.every(({ state }) => state.reset === 0);
      if (reason === "unreported" && kind === "windowed") goShared();
      else if (!reason && kind === "unwindowed") goLocal(kind);
      else if (!reason && kind === "unreported" && !understood.refusal && isUnknown) goLocal(kind);
      return settle(understood.refusal);
    },
    failed(permit?: FailedPermit): Refusal | undefined {
      const refusal = limiter.failed(clock.now(), permit);
      const parts = limits.parts(limiter.state, limiter.route(permit?.operation));
      const tested = parts.filter(({ shared }) => shared.state.test === "sent");
      for (const { shared } of tested) abandonTest(shared.state);
      if (!reason && tested.length > 0) goLocal("unreported");
      return settle(refusal);
    },
    snapshot: () => clock.snapshot(limiter.snapshot(queue.size)),
    close(error: Error): void {
      closed = true;
      queue.close(error);
      clock.clearTimeout(probe);
      for (const { requester } of limits.all) requester.stop();
      returnAll();
    },
  };
}
