import type { Clock } from "../clock.ts";
import type { PacedAnswer, PacedCall, Pacer, RateLimitSnapshot, Refusal } from "./pacer.ts";

/** What makes and watches a {@link Pacer}. */
export interface PacerOptions {
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Longest wait of a call that does not say its own, in milliseconds. @default 300_000 */
  readonly maxWaitMs?: number | undefined;
  /** Most calls that may wait at once; the next is rejected at once. @default 100_000 */
  readonly maxQueued?: number | undefined;
  /** Makes the errors of refused calls; `retryAt` is epoch milliseconds of the local clock. */
  readonly errors: { rateLimited(message: string, retryAt: number | undefined): Error };
}

interface Waiter {
  readonly call: PacedCall;
  readonly order: number;
  readonly giveUpAt: number;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

const MAX_TIMER_MS = 2 ** 31 - 1;

/** Makes the pacer of one credential and origin. */
export function createPacer(options: PacerOptions): Pacer {
  const { clock } = options;
  let limit: number | undefined;
  let remaining: number | undefined;
  let resetAt: number | undefined;
  let inFlight = 0;
  let answeredOnce = false;
  let arrivals = 0;
  let closed: Error | undefined;
  let timer: unknown;
  let queue: Waiter[] = [];

  const free = (): boolean => {
    if (remaining === undefined || resetAt === undefined) return answeredOnce || inFlight === 0;
    if (clock.now() >= resetAt) {
      remaining = limit ?? 1;
      resetAt = undefined;
      return remaining > inFlight;
    }
    return remaining > inFlight;
  };

  const pump = (): void => {
    clock.clearTimeout(timer);
    timer = undefined;
    while (queue.length > 0 && free()) {
      inFlight++;
      queue.shift()?.resolve();
    }
    if (queue.length === 0 || resetAt === undefined) return;
    const wait = resetAt - clock.now();
    if (wait > 0) timer = clock.setTimeout(pump, Math.min(wait, MAX_TIMER_MS));
    const at = resetAt;
    queue = queue.filter((waiter) => {
      if (at <= waiter.giveUpAt) return true;
      waiter.reject(options.errors.rateLimited("the wait for the rate limit is longer than allowed", at));
      return false;
    });
  };

  const wait = (call: PacedCall): Promise<void> =>
    new Promise((resolve, reject) => {
      if (queue.length >= (options.maxQueued ?? 100_000)) {
        reject(options.errors.rateLimited("too many calls wait for the rate limit", resetAt));
        return;
      }
      const onAbort = (): void => {
        queue = queue.filter((other) => other !== waiter);
        reject(call.signal?.reason);
        pump();
      };
      const done = (): void => call.signal?.removeEventListener("abort", onAbort);
      const waiter: Waiter = {
        call,
        order: call.retry ? -1 : arrivals++,
        giveUpAt: clock.now() + (call.maxWaitMs ?? options.maxWaitMs ?? 300_000),
        resolve: () => (done(), resolve()),
        reject: (reason) => (done(), reject(reason)),
      };
      call.signal?.addEventListener("abort", onAbort, { once: true });
      queue.push(waiter);
      queue.sort((a, b) => (b.call.priority ?? 0) - (a.call.priority ?? 0) || a.order - b.order);
      pump();
    });

  return {
    enter(call: PacedCall): undefined | Promise<void> {
      if (closed) return Promise.reject(closed);
      if (call.signal?.aborted) return Promise.reject(call.signal.reason);
      if (queue.length === 0 && free()) {
        inFlight++;
        return undefined;
      }
      return wait(call);
    },
    answered({ status, headers, receivedAt }: PacedAnswer): Refusal | undefined {
      inFlight--;
      answeredOnce = true;
      const read = (name: string): number | undefined => {
        const value = Number.parseInt(headers.get(`x-ratelimit-${name}`) ?? "", 10);
        return value >= 0 ? value : undefined;
      };
      const reset = read("reset");
      const left = read("remaining");
      limit = read("limit") ?? limit;
      if (reset !== undefined && left !== undefined) {
        const at = reset * 1000;
        if (resetAt === undefined || at > resetAt) remaining = left;
        else if (at === resetAt) remaining = Math.min(remaining ?? left, left);
        resetAt = Math.max(resetAt ?? 0, at);
      }
      let refusal: Refusal | undefined;
      if (status === 429) {
        resetAt = Math.max(resetAt ?? 0, receivedAt + (resetAt !== undefined && resetAt > receivedAt ? 0 : 1000));
        remaining = 0;
        refusal = { kind: "window", retryAt: resetAt };
      }
      pump();
      return refusal;
    },
    failed(): void {
      inFlight--;
      pump();
    },
    snapshot: (): RateLimitSnapshot => ({
      limit,
      remaining: remaining === undefined ? undefined : Math.max(0, remaining - inFlight),
      resetAt: resetAt === undefined ? undefined : new Date(resetAt),
      queued: queue.length,
      inFlight,
    }),
    close(reason: Error): void {
      closed = reason;
      const rejected = queue;
      queue = [];
      for (const waiter of rejected) waiter.reject(reason);
      clock.clearTimeout(timer);
    },
  };
}
