import { type Clock, hasBoundTimers } from "../clock.ts";
import { add, all, type CallQueue, first, remove, type Waiter } from "./call-queue.ts";
import { createLimiter } from "./limiter.ts";
import type { PacedAnswer, PacedCall, Pacer, Refusal } from "./pacer.ts";

/** What a {@link Pacer} is made of. */
export interface PacerOptions {
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Longest wait of a call that does not say its own, in milliseconds. @default 300_000 (five minutes) */
  readonly maxWaitMs?: number | undefined;
  /** Most calls that may wait at once; one more is rejected at once. @default 100_000 */
  readonly maxQueued?: number | undefined;
  readonly errors: {
    /**
     * Makes the error of a call that may not wait, or not longer. `retryAt`: when it may go again, epoch milliseconds of
     * the local clock, `Infinity` where nothing says; `undefined`: more calls wait than may.
     */
    rateLimited(retryAt: number | undefined): Error;
  };
}

/** The longest delay that timers take; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Where timers are bound to requests, what another request was to tell may never come: a call looks by itself. */
const LOOK_MS = 1000;

/** Makes the pacer of one credential and origin. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: bundlers shorten the names of variables, not of properties
export function createPacer(options: PacerOptions): Pacer {
  const { clock, random, maxWaitMs = 300_000, maxQueued = 100_000, errors } = options;
  const limiter = createLimiter(random);
  const queue: CallQueue = new Map();
  let queued = 0;
  /** No call gives up before. */
  let giveUpAt = Infinity;
  let timer: unknown;
  let delay = 0;
  let closed: { readonly aborted: true; readonly reason: Error } | undefined;

  /** Ends the calls that may not wait until `until`. */
  const expire = (until: number, retryAt: number): void => {
    if (giveUpAt > until) return;
    giveUpAt = Infinity;
    for (const waiter of all(queue)) {
      if (waiter.giveUpAt > until) giveUpAt = Math.min(giveUpAt, waiter.giveUpAt);
      else waiter.settle({ reason: errors.rateLimited(retryAt) });
    }
  };

  /** Lets go what may go, ends what may not wait, and sets the one timer for what remains. */
  const pump = (): void => {
    clock.clearTimeout(timer);
    while (queued) {
      const now = clock.now();
      const [send, wakeAt, certain] = limiter.decide(now, queued);
      for (let count = send; count > 0; count--) first(queue)?.settle();
      if (send) continue;
      expire(certain ? wakeAt - 1 : now, wakeAt);
      const wait = Math.min(wakeAt, giveUpAt) - now;
      delay = Math.min(Math.max(1, Math.ceil(wait)), MAX_TIMER_MS);
      if (queued && wait < Infinity) timer = clock.setTimeout(pump, delay);
      break;
    }
  };

  const wait = ({ priority = 0, signal, maxWaitMs: longest = maxWaitMs, retry }: PacedCall): Promise<void> =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        waiter.settle(signal);
        pump();
      };
      let own: unknown;
      let waits = true;
      const look = (): void => {
        pump();
        if (waits && hasBoundTimers()) own = clock.setTimeout(look, Math.min(delay, LOOK_MS));
      };
      const waiter: Waiter = {
        rank: retry ? priority + 0.5 : priority,
        giveUpAt: clock.now() + longest,
        settle(end) {
          queued--;
          waits = false;
          clock.clearTimeout(own);
          remove(queue, waiter);
          signal?.removeEventListener("abort", abort);
          if (end) reject(end.reason);
          else resolve();
        },
      };
      signal?.addEventListener("abort", abort);
      giveUpAt = Math.min(giveUpAt, waiter.giveUpAt);
      queued++;
      add(queue, waiter);
      look();
    });

  return {
    enter(call: PacedCall): undefined | Promise<void> {
      const end = closed ?? call.signal;
      if (end?.aborted) return Promise.reject(end.reason);
      if (!queued && limiter.pass()) return undefined;
      return queued < maxQueued ? wait(call) : Promise.reject(errors.rateLimited(undefined));
    },
    answered(answer: PacedAnswer): Refusal | undefined {
      const refusal = limiter.answered(answer);
      pump();
      return refusal;
    },
    failed(): void {
      limiter.failed(clock.now());
      pump();
    },
    snapshot: () => limiter.snapshot(queued),
    close(reason: Error): void {
      closed = { aborted: true, reason };
      for (const waiter of all(queue)) waiter.settle(closed);
      clock.clearTimeout(timer);
    },
  };
}
