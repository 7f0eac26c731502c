import type { Clock } from "../clock.ts";
import { type CallQueue, push, shift, type Waiter } from "./call-queue.ts";
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
    /** Makes the error of a call that may not wait (longer). `retryAt`: epoch milliseconds of the local clock. */
    rateLimited(message: string, retryAt: number | undefined): Error;
  };
}

/** The longest delay that timers take; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Makes the pacer of one credential and origin. */
export function createPacer(options: PacerOptions): Pacer {
  const { clock, random, maxWaitMs = 300_000, maxQueued = 100_000, errors } = options;
  const limiter = createLimiter(random);
  let queue: CallQueue = [];
  /** Calls in `queue` that still wait: ended ones stay in it until their turn, or until they are the most. */
  let queued = 0;
  let order = 0;
  /** No call gives up before. */
  let giveUpAt = Infinity;
  let timer: unknown;
  let closed: Error | undefined;

  /** Ends every call that may not wait until `until`. */
  const expire = (until: number, retryAt: number | undefined): void => {
    if (giveUpAt > until) return;
    giveUpAt = Infinity;
    for (const waiter of queue) {
      if (!waiter.settle) continue;
      if (waiter.giveUpAt <= until)
        waiter.settle(errors.rateLimited("The wait for the rate limit is too long", retryAt));
      else giveUpAt = Math.min(giveUpAt, waiter.giveUpAt);
    }
  };

  /** Lets go what may go, ends what may not wait, and sets the one timer for what remains. */
  const pump = (): void => {
    clock.clearTimeout(timer);
    timer = undefined;
    while (queued > 0) {
      const now = clock.now();
      const [send, wakeAt, certain] = limiter.decide(now, queued);
      for (let count = send; count > 0; ) {
        const waiter = shift(queue);
        if (!waiter?.settle) continue;
        count--;
        waiter.settle();
      }
      if (send > 0) continue;
      expire(now, wakeAt);
      if (certain) expire(wakeAt - 1, wakeAt);
      const wait = Math.min(wakeAt, giveUpAt) - now;
      if (queued > 0 && wait < Infinity) {
        timer = clock.setTimeout(pump, Math.min(Math.max(1, Math.ceil(wait)), MAX_TIMER_MS));
      }
      break;
    }
    if (queue.length > 2 * queued + 64) {
      const waiting = queue.filter((waiter) => waiter.settle);
      queue = [];
      for (const waiter of waiting) push(queue, waiter);
    }
  };

  const wait = ({ priority = 0, signal, maxWaitMs: longest = maxWaitMs, retry }: PacedCall): Promise<void> =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        waiter.settle?.(signal?.reason);
        pump();
      };
      const waiter: Waiter = {
        priority,
        order: order++ - (retry ? 2 ** 52 : 0),
        giveUpAt: clock.now() + longest,
        settle(...error) {
          waiter.settle = undefined;
          queued--;
          signal?.removeEventListener("abort", abort);
          if (error.length > 0) reject(error[0]);
          else resolve();
        },
      };
      signal?.addEventListener("abort", abort);
      giveUpAt = Math.min(giveUpAt, waiter.giveUpAt);
      push(queue, waiter);
      queued++;
      pump();
    });

  return {
    enter(call: PacedCall): undefined | Promise<void> {
      if (closed || call.signal?.aborted) return Promise.reject(closed ?? call.signal?.reason);
      if (queued === 0 && limiter.pass()) return undefined;
      if (queued >= maxQueued) return Promise.reject(errors.rateLimited("Too many calls wait already", undefined));
      return wait(call);
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
      closed = reason;
      for (const waiter of queue) waiter.settle?.(reason);
      queue = [];
      clock.clearTimeout(timer);
    },
  };
}
