import type { Limiter } from "../pacing/limiter.ts";
import type { FailedPermit, PacedAnswer, Pacer, PacerContext, RateLimitSnapshot, Refusal } from "../pacing/pacer.ts";
import { createWaitingQueue } from "../pacing/waiting-queue.ts";
import { giveUpTest, takeAnswer } from "./answers.ts";
import { createAsker, setQuietTimeout } from "./asker.ts";
import { countSent, giveBack, isAskDue, makeAsk, makeReport, takePermits } from "./asking.ts";
import { createLeaseState, type LeaseState } from "./lease-state.ts";
import { primedLimiter, rememberAnswer } from "./local-pacing.ts";
import type { Store } from "./store.ts";
import { endAt, isOver, latestEnd } from "./window.ts";

/** What a pacer over a shared state is made of. */
export interface SharedPacerOptions {
  readonly context: PacerContext;
  readonly store: Store;
  /** Names this process; nothing else may have the same. */
  readonly id: string;
  readonly leaseMs: number;
  readonly maxWaitMs: number;
  readonly maxQueued: number;
  /** Called once when pacing becomes local for a reason that somebody should know. */
  readonly onLocal: (reason: string, cause: unknown) => void;
}

const FIRST_PROBE_MS = 100;
const MAX_PROBE_MS = 2000;

/** All calls share one limit: no lane is blocked. */
const NONE: ReadonlySet<unknown> = new Set();

/** Why a process paces by itself: Redis is gone, the service tells no limit, or one that has no windows. */
type LocalReason = "redis" | "silent" | "odd";

/**
 * Makes the pacer of one credential and origin for one of many processes. They learn of one another only when they ask:
 * those who wait for a test ask again after the time that the last one took, which needs no subscription and so no
 * second connection.
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
  /** Requests that were sent before pacing became local, and when that was. */
  let strangers = 0;
  let localSince = 0;
  let probes = 0;
  let probe: unknown;
  let closed = false;

  const room = (): number => Math.floor(state.concurrency) - inFlight;

  const take = (now: number, most: number): number => {
    const sent = takePermits(state, now, Math.min(most, room()));
    if (sent > 0) countSent(state, now, sent);
    inFlight += sent;
    return sent;
  };

  const asker = createAsker({
    store,
    clock,
    state,
    failed(error) {
      if (!closed) goLocal("redis", error);
    },
    late() {
      if (closed) leave();
      else if (reason === "redis") look();
    },
  });

  /** Gives back what is held. */
  const leave = (): void => {
    giveBack(state);
    giveUpTest(state);
    if (!state.tell || !store.isReady() || asker.busy) return;
    store.ask(makeReport(state, clock.now(), inFlight)).catch(() => undefined);
  };

  const goLocal = (why: LocalReason, cause?: unknown): void => {
    if (!local) {
      local = primedLimiter(random, answers);
      strangers = inFlight;
      localSince = clock.now();
    }
    state.permits = state.back = state.stray = state.held = 0;
    giveUpTest(state);
    if (why !== "redis") leave();
    if (why !== reason && why !== "silent") options.onLocal(why, cause);
    reason = why;
    if (why === "redis") {
      clock.clearTimeout(probe);
      const wait = Math.min(MAX_PROBE_MS, FIRST_PROBE_MS * 2 ** probes++);
      probe = setQuietTimeout(clock, look, Math.ceil(wait * (0.75 + random() / 4)));
    }
    pump();
  };

  const goShared = (): void => {
    local = reason = undefined;
    probes = 0;
    clock.clearTimeout(probe);
    state.askAt = 0;
    state.unmet = state.exhausted = false;
    pump();
  };

  /** Finds out whether Redis is back. No call waits for it. */
  const look = (): void => {
    if (closed || asker.busy || reason !== "redis") return;
    asker.ask(makeReport(state, clock.now(), inFlight), () => {
      if (!closed) goShared();
    });
  };

  /** Asks for what is missing, where it is time. */
  const askIfDue = (now: number): void => {
    if (asker.busy || local || closed) return;
    if (state.permits > 0 && now > state.leaseUntil) giveBack(state);
    if (!isAskDue(state, now, Math.min(queue.size, room()))) return;
    asker.ask(makeAsk(state, now, Math.min(queue.size, Math.max(0, room())), inFlight), () => {
      if (closed) leave();
      else pump();
    });
  };

  /** When to look again: [time, whether nothing goes before, whatever comes]. */
  const wake = (now: number): readonly [number, boolean] => {
    if (now < state.pausedUntil) return [state.pausedUntil, true];
    const isEmpty = state.exhausted && !isOver(state, now);
    if (state.permits > 0) return [state.leaseUntil + 1, false];
    if (queue.size === 0 || asker.busy || state.test !== "none" || room() < 1) return [Infinity, false];
    return [isEmpty ? Math.max(state.askAt, endAt(state)) : state.askAt, isEmpty];
  };

  /** Lets go what may go, ends what may not wait, asks for more, and sets the one timer for what remains. */
  const pump = (): void => {
    queue.sleep();
    for (;;) {
      const now = clock.now();
      const lane = queue.next(NONE);
      const queued = queue.size;
      if (local && !lane) return;
      const [sent, localWake, localCertain] = local ? local.decide(now, queued) : [take(now, queued), 0, false];
      if (local) inFlight += sent;
      if (lane) queue.release(lane, sent);
      if (sent > 0) continue;
      if (state.test === "granted" && queue.size === 0) giveUpTest(state);
      const before = local;
      askIfDue(now);
      // Where Redis was found gone just now, all that follows is done already.
      if (closed || local !== before) return;
      const [wakeAt, isCertain] = local ? [localWake, localCertain] : wake(now);
      if (lane) queue.expire(lane, isCertain ? wakeAt - 1 : now, wakeAt);
      queue.wakeAt(wakeAt, now);
      return;
    }
  };

  const queue = createWaitingQueue<undefined>({ ...options, ...options.context, pump });

  /** Sends at once, where that needs nobody else. */
  const pass = (): boolean => {
    if (local) {
      if (!local.pass()) return false;
      inFlight++;
      return true;
    }
    if (state.permits < 1) return false;
    const now = clock.now();
    const isSent = take(now, 1) > 0;
    askIfDue(now);
    return isSent;
  };

  const hear = (answer: PacedAnswer): Refusal | undefined => {
    const { kind, refusal } = takeAnswer(state, answer, inFlight);
    if (!local) {
      if (kind === "odd") goLocal("odd");
      else if (kind === "silent" && answer.status !== 429 && state.reset === 0) goLocal("silent");
      return refusal;
    }
    if (strangers > 0 && answer.sentAt <= localSince) {
      strangers--;
      return (local.pass() ? local.answered(answer) : undefined) ?? refusal;
    }
    const own = local.answered(answer);
    if (reason === "silent" && kind === "limited") goShared();
    return own;
  };

  return {
    enter: (call) => queue.enter(call, undefined, pass),
    answered({ operation: _, ...answer }: PacedAnswer): Refusal | undefined {
      inFlight--;
      rememberAnswer(answers, answer);
      const refusal = hear(answer);
      pump();
      return refusal;
    },
    failed(permit?: FailedPermit): Refusal | undefined {
      inFlight--;
      let refusal: Refusal | undefined;
      if (strangers > 0) strangers--;
      else refusal = local?.failed(clock.now(), { failure: permit?.failure });
      if (!local && state.test === "sent") {
        giveUpTest(state);
        goLocal("silent");
      }
      pump();
      return refusal;
    },
    snapshot: (): RateLimitSnapshot => ({
      limit: state.reset > 0 ? state.limit : undefined,
      remaining: state.lowest < Infinity ? Math.max(0, state.lowest - inFlight) : undefined,
      resetAt: isOver(state, clock.now()) ? undefined : new Date(latestEnd(state)),
      queued: queue.size,
      inFlight,
    }),
    close(error: Error): void {
      closed = true;
      queue.close(error);
      clock.clearTimeout(probe);
      asker.stop();
      leave();
    },
  };
}
