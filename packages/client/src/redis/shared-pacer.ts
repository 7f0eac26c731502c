import { createPacer, type PacerParts, type SharedPermits } from "../pacing/create-pacer.ts";
import { limitsByOperation } from "../pacing/limits-by-operation.ts";
import type { Pacer, PacerContext } from "../pacing/pacer.ts";
import { abandonTest, applyAnswer } from "./apply-answer.ts";
import { createLeaseState } from "./lease-state.ts";
import { createPermitRequester } from "./permit-requester.ts";
import type { PermitStore } from "./permit-store.ts";
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
export function createSharedPacer(options: SharedPacerOptions): Pacer {
  const { context, ...rest } = options;
  return createPacer({ ...rest, ...context, limits: limitsByOperation }, (parts) => sharePermits(options, parts));
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one closure holds what the short functions in it share
function sharePermits(options: SharedPacerOptions, { clock, limiter, pump }: PacerParts): SharedPermits {
  const { leaseMs, id, createStore, onLocal, context } = options;
  const { random } = context;
  /** Why pacing is local; `undefined`: permits come from Redis. */
  let reason: LocalReason | undefined;
  let probes = 0;
  let probe: unknown;
  let closed = false;
  const isShared = (): boolean => !reason && !closed;

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
  const permits = createRoutePermits({ limits, limiter, isShared, onGrant: () => (closed ? returnAll() : pump()) });

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
    if (why !== reason && why !== "unreported") onLocal(why, cause);
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

  /** Checks whether Redis responds again. No call waits for it. */
  const probeRedis = (): void => {
    const { state, requester } = first;
    if (closed || requester.busy || reason !== "redis") return;
    requester.request(makeReport(state, clock.now(), permits.inFlight(first)), () => {
      if (!closed) goShared();
    });
  };

  return {
    source: permits.source,
    want: permits.want,
    pass: (route = limiter().route()) => (reason ? limiter().pass(route) : permits.pass(route, clock.now)),
    decide: permits.decide,
    request(now) {
      const before = reason;
      for (const { state } of limits.all) state.clock = limiter().state.clock;
      permits.request(now);
      // If a request failed at once, pacing became local, and that has pumped already.
      return closed || reason !== before ? undefined : permits.wakeAt();
    },
    answered(answer, understood) {
      const { state } = limiter();
      for (const { state: lease } of limits.all) {
        // If this answer changed how Reset is read, the known ends were misread.
        if (understood.isMisread) lease.reset = 0;
        lease.clock = state.clock;
      }
      const parts = limits.parts(state, limiter().route(answer.operation));
      const kind = applyAnswer(parts, answer, understood);
      const isUnknown = limits.all.every(({ state: lease }) => lease.reset === 0);
      if (reason === "unreported" && kind === "windowed") goShared();
      else if (!reason && kind === "unwindowed") goLocal(kind);
      else if (!reason && kind === "unreported" && !understood.refusal && isUnknown) goLocal(kind);
    },
    failed(route) {
      const tested = limits.parts(limiter().state, route).filter(({ shared }) => shared.state.test === "sent");
      for (const { shared } of tested) abandonTest(shared.state);
      if (!reason && tested.length > 0) goLocal("unreported");
    },
    close() {
      closed = true;
      clock.clearTimeout(probe);
      for (const { requester } of limits.all) requester.stop();
      returnAll();
    },
  };
}
