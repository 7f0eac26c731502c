import type { Clock } from "../clock.ts";
import type { Limiter } from "../pacing/limiter.ts";
import type { FailedPermit, PacedAnswer, Pacer, PacerContext, RateLimitSnapshot, Refusal } from "../pacing/pacer.ts";
import { createWaitingQueue } from "../pacing/waiting-queue.ts";
import { abandonTest, applyAnswer } from "./apply-answer.ts";
import { createLeaseState, expectedEnd, isWindowOver, type LeaseState, latestEnd } from "./lease-state.ts";
import { createPrimedLimiter, rememberAnswer } from "./local-limiter.ts";
import { createPermitRequester } from "./permit-requester.ts";
import type { PermitStore } from "./permit-store.ts";
import { countSent, isRequestDue, makePermitRequest, makeReport, returnPermits, takePermits } from "./permits.ts";

/** Options of {@link createSharedPacer}. */
export interface SharedPacerOptions {
  readonly context: PacerContext;
  readonly store: PermitStore;
  /** Unique id of this process. */
  readonly id: string;
  readonly leaseMs: number;
  readonly maxWaitMs: number;
  readonly maxQueued: number;
  /** Called when pacing becomes local because of Redis, or because the limit has no windows. */
  readonly onLocal: (reason: LocalReason, cause: unknown) => void;
}

/** First and longest pause between two checks whether Redis responds again. */
const FIRST_PROBE_MS = 100;
const MAX_PROBE_MS = 2000;

/** Lanes to skip in the queue: none, because all calls share one limit. */
const NO_LANES: ReadonlySet<unknown> = new Set();

/** Why a process limits itself alone: Redis fails, the service reports no limit, or its limit has no windows. */
export type LocalReason = "redis" | "unreported" | "unwindowed";

/**
 * Creates the pacer of one credential and origin in one of many processes. Processes learn of each other only from
 * responses to their own requests: a process that waits for another's test requests again after the duration of the last
 * test. A subscription would need a second connection to Redis.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one closure holds what the short functions in it share
export function createSharedPacer(options: SharedPacerOptions): Pacer {
  const { store, leaseMs } = options;
  const { clock, random } = options.context;
  const state: LeaseState = createLeaseState(options.id, leaseMs, random);
  const answers: PacedAnswer[] = [];
  let inFlight = 0;
  let local: Limiter | undefined;
  let reason: LocalReason | undefined;
  /** Requests without an answer that were sent before pacing became local; the local limiter has not counted them. */
  let sentBeforeLocal = 0;
  let localSince = 0;
  let probes = 0;
  let probe: unknown;
  let closed = false;

  const capacity = (): number => Math.floor(state.concurrency) - inFlight;

  const take = (now: number, most: number): number => {
    const sent = takePermits(state, now, Math.min(most, capacity()));
    if (sent > 0) countSent(state, now, sent);
    inFlight += sent;
    return sent;
  };

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

  /** Gives back all permits and the test, without waiting for the response. */
  const returnAll = (): void => {
    returnPermits(state);
    abandonTest(state);
    if (!state.reportDue || !store.isReady() || requester.busy) return;
    store.request(makeReport(state, clock.now(), inFlight)).catch(() => undefined);
  };

  const goLocal = (why: LocalReason, cause?: unknown): void => {
    if (!local) {
      local = createPrimedLimiter(random, answers);
      sentBeforeLocal = inFlight;
      localSince = clock.now();
    }
    state.permits = state.returned = state.orphaned = state.held = 0;
    abandonTest(state);
    if (why !== "redis") returnAll();
    if (why !== reason && why !== "unreported") options.onLocal(why, cause);
    reason = why;
    if (why === "redis") {
      clock.clearTimeout(probe);
      const wait = Math.min(MAX_PROBE_MS, FIRST_PROBE_MS * 2 ** probes++);
      probe = setUnreferencedTimeout(clock, probeRedis, Math.ceil(wait * (0.75 + random() / 4)));
    }
    pump();
  };

  const goShared = (): void => {
    local = reason = undefined;
    probes = 0;
    clock.clearTimeout(probe);
    state.nextRequestAt = 0;
    state.unmet = state.exhausted = false;
    pump();
  };

  /** Checks whether Redis responds again. No call waits for it. */
  const probeRedis = (): void => {
    if (closed || requester.busy || reason !== "redis") return;
    requester.request(makeReport(state, clock.now(), inFlight), () => {
      if (!closed) goShared();
    });
  };

  /** Sends a permit request if one is due. */
  const requestIfDue = (now: number): void => {
    if (requester.busy || local || closed) return;
    if (state.permits > 0 && now > state.leaseUntil) returnPermits(state);
    if (!isRequestDue(state, now, Math.min(queue.size, capacity()))) return;
    requester.request(makePermitRequest(state, now, Math.min(queue.size, Math.max(0, capacity())), inFlight), () => {
      if (closed) returnAll();
      else pump();
    });
  };

  /** When to pump again: [time, whether no call can be sent before it, whatever answers arrive]. */
  const wake = (now: number): readonly [number, boolean] => {
    if (now < state.pausedUntil) return [state.pausedUntil, true];
    const isExhausted = state.exhausted && !isWindowOver(state, now);
    if (state.permits > 0) return [state.leaseUntil + 1, false];
    if (queue.size === 0 || requester.busy || state.test !== "none" || capacity() < 1) return [Infinity, false];
    return [isExhausted ? Math.max(state.nextRequestAt, expectedEnd(state)) : state.nextRequestAt, isExhausted];
  };

  /** Sends calls that have permits, rejects those that would wait too long, requests more permits, sets the timer. */
  const pump = (): void => {
    queue.sleep();
    for (;;) {
      const now = clock.now();
      const lane = queue.next(NO_LANES);
      const queued = queue.size;
      if (local && !lane) return;
      const [sent, localWake, localCertain] = local ? local.decide(now, queued) : [take(now, queued), 0, false];
      if (local) inFlight += sent;
      if (lane) queue.release(lane, sent);
      if (sent > 0) continue;
      if (state.test === "granted" && queue.size === 0) abandonTest(state);
      const before = local;
      requestIfDue(now);
      // If the request failed at once, pacing became local, and that has pumped already.
      if (closed || local !== before) return;
      const [wakeAt, isCertain] = local ? [localWake, localCertain] : wake(now);
      if (lane) queue.expire(lane, isCertain ? wakeAt - 1 : now, wakeAt);
      queue.wakeAt(wakeAt, now);
      return;
    }
  };

  const queue = createWaitingQueue<undefined>({ ...options, ...options.context, pump });

  /** Admits a call at once if this needs no permit request first. */
  const pass = (): boolean => {
    if (local) {
      if (!local.pass()) return false;
      inFlight++;
      return true;
    }
    if (state.permits < 1) return false;
    const now = clock.now();
    const isSent = take(now, 1) > 0;
    requestIfDue(now);
    return isSent;
  };

  const readAnswer = (answer: PacedAnswer): Refusal | undefined => {
    const { kind, refusal } = applyAnswer(state, answer, inFlight);
    if (!local) {
      if (kind === "unwindowed") goLocal("unwindowed");
      else if (kind === "unreported" && answer.status !== 429 && state.reset === 0) goLocal("unreported");
      return refusal;
    }
    if (sentBeforeLocal > 0 && answer.sentAt <= localSince) {
      sentBeforeLocal--;
      return (local.pass() ? local.answered(answer) : undefined) ?? refusal;
    }
    const own = local.answered(answer);
    if (reason === "unreported" && kind === "windowed") goShared();
    return own;
  };

  return {
    enter: (call) => queue.enter(call, undefined, pass),
    answered({ operation: _, ...answer }: PacedAnswer): Refusal | undefined {
      inFlight--;
      rememberAnswer(answers, answer);
      const refusal = readAnswer(answer);
      pump();
      return refusal;
    },
    failed(permit?: FailedPermit): Refusal | undefined {
      inFlight--;
      let refusal: Refusal | undefined;
      if (sentBeforeLocal > 0) sentBeforeLocal--;
      else refusal = local?.failed(clock.now(), { failure: permit?.failure });
      if (!local && state.test === "sent") {
        abandonTest(state);
        goLocal("unreported");
      }
      pump();
      return refusal;
    },
    snapshot: (): RateLimitSnapshot => ({
      limit: state.reset > 0 ? state.limit : undefined,
      remaining: state.lowestRemaining < Infinity ? Math.max(0, state.lowestRemaining - inFlight) : undefined,
      resetAt: isWindowOver(state, clock.now()) ? undefined : new Date(latestEnd(state)),
      queued: queue.size,
      inFlight,
    }),
    close(error: Error): void {
      closed = true;
      queue.close(error);
      clock.clearTimeout(probe);
      requester.stop();
      returnAll();
    },
  };
}

/** Sets a timer that does not keep the process alive. */
function setUnreferencedTimeout(clock: Clock, callback: () => void, ms: number): unknown {
  const handle = clock.setTimeout(callback, ms) as { unref?: () => void } | undefined;
  handle?.unref?.();
  return handle;
}
