import type { Limiter } from "../pacing/limiter-seam.ts";
import type { PacedAnswer, PacedCall, Pacer, PacerContext, RateLimitSnapshot, Refusal } from "../pacing/pacer.ts";
import { giveUpTest, takeAnswer } from "./answers.ts";
import { createAsker, setQuietTimeout } from "./asker.ts";
import { countSent, giveBack, isAskDue, makeAsk, makeReport, takePermits } from "./asking.ts";
import { createLeaseState, type LeaseState } from "./lease-state.ts";
import { primedLimiter, rememberAnswer } from "./local-pacing.ts";
import type { Store } from "./store.ts";
import { createWaitingLine } from "./waiting-line.ts";
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

const MAX_TIMER_MS = 2 ** 31 - 1;
const FIRST_PROBE_MS = 100;
const MAX_PROBE_MS = 2000;

/** Why a process paces by itself: Redis is gone, the service tells no limit, or one that has no windows. */
type LocalReason = "redis" | "silent" | "odd";

/**
 * Makes the pacer of one credential and origin for one of many processes. They learn of one another only when they ask:
 * those who wait for a test ask again after the time that the last one took, which needs no subscription and so no
 * second connection.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one closure holds what the short functions in it share
export function createSharedPacer(options: SharedPacerOptions): Pacer {
  const { store, leaseMs, maxWaitMs, maxQueued } = options;
  const { clock, random, errors } = options.context;
  const state: LeaseState = createLeaseState(options.id, leaseMs, random);
  const line = createWaitingLine();
  const answers: PacedAnswer[] = [];
  let inFlight = 0;
  let local: Limiter | undefined;
  let reason: LocalReason | undefined;
  /** Requests that were sent before pacing became local, and when that was. */
  let strangers = 0;
  let localSince = 0;
  let probes = 0;
  let probe: unknown;
  let timer: unknown;
  let closed: { readonly aborted: true; readonly reason: Error } | undefined;

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
    if (!isAskDue(state, now, Math.min(line.size, room()))) return;
    asker.ask(makeAsk(state, now, Math.min(line.size, Math.max(0, room())), inFlight), () => {
      if (closed) leave();
      else pump();
    });
  };

  /** When to look again: [time, whether nothing goes before, whatever comes]. */
  const wake = (now: number): readonly [number, boolean] => {
    if (now < state.pausedUntil) return [state.pausedUntil, true];
    const isEmpty = state.exhausted && !isOver(state, now);
    if (state.permits > 0) return [state.leaseUntil + 1, false];
    if (line.size === 0 || asker.busy || state.test !== "none" || room() < 1) return [Infinity, false];
    return [isEmpty ? Math.max(state.askAt, endAt(state)) : state.askAt, isEmpty];
  };

  /** Lets go what may go, ends what may not wait, asks for more, and sets the one timer for what remains. */
  const pump = (): void => {
    clock.clearTimeout(timer);
    for (;;) {
      const now = clock.now();
      if (local && line.size === 0) return;
      const queued = line.size;
      const [sent, localWake, localCertain] = local ? local.decide(now, queued) : [take(now, queued), 0, false];
      if (local) inFlight += sent;
      line.send(sent);
      if (sent > 0) continue;
      if (state.test === "granted" && line.size === 0) giveUpTest(state);
      const before = local;
      askIfDue(now);
      // Where Redis was found gone just now, all that follows is done already.
      if (closed || local !== before) return;
      const [wakeAt, isCertain] = local ? [localWake, localCertain] : wake(now);
      line.expire(isCertain ? wakeAt - 1 : now, () => errors.rateLimited(wakeAt));
      const wait = Math.min(wakeAt, line.size > 0 ? line.giveUpAt : Infinity) - now;
      const delay = Math.min(Math.max(1, Math.ceil(wait)), MAX_TIMER_MS);
      if (wait < Infinity) timer = line.size > 0 ? clock.setTimeout(pump, delay) : setQuietTimeout(clock, pump, delay);
      return;
    }
  };

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
    enter(call: PacedCall): undefined | Promise<void> {
      const end = closed ?? call.signal;
      if (end?.aborted) return Promise.reject(end.reason);
      if (line.size === 0 && pass()) return undefined;
      if (line.size >= maxQueued) return Promise.reject(errors.rateLimited(undefined));
      const turn = line.wait(call, clock.now() + (call.maxWaitMs ?? maxWaitMs), pump);
      pump();
      return turn;
    },
    answered(answer: PacedAnswer): Refusal | undefined {
      inFlight--;
      rememberAnswer(answers, answer);
      const refusal = hear(answer);
      pump();
      return refusal;
    },
    failed(): void {
      inFlight--;
      if (strangers > 0) strangers--;
      else local?.failed(clock.now());
      if (!local && state.test === "sent") {
        giveUpTest(state);
        goLocal("silent");
      }
      pump();
    },
    snapshot: (): RateLimitSnapshot => ({
      limit: state.reset > 0 ? state.limit : undefined,
      remaining: state.lowest < Infinity ? Math.max(0, state.lowest - inFlight) : undefined,
      resetAt: isOver(state, clock.now()) ? undefined : new Date(latestEnd(state)),
      queued: line.size,
      inFlight,
    }),
    close(error: Error): void {
      closed = { aborted: true, reason: error };
      line.end(error);
      clock.clearTimeout(timer);
      clock.clearTimeout(probe);
      asker.stop();
      leave();
    },
  };
}
