import { add, all, type CallQueue, first, remove, type Waiter } from "../pacing/call-queue.ts";
import type { PacedCall } from "../pacing/pacer.ts";

/** The calls of a process that wait for their turn, whoever decides when that is. */
export interface WaitingLine {
  readonly size: number;
  /** No call gives up before. */
  readonly giveUpAt: number;
  wait(call: PacedCall, giveUpAt: number, onAbort: () => void): Promise<void>;
  /** Lets the next ones go. */
  send(count: number): void;
  /** Ends the calls that may not wait until then. */
  expire(until: number, error: () => Error): void;
  end(reason: unknown): void;
}

/** An empty line. */
export function createWaitingLine(): WaitingLine {
  const queue: CallQueue = new Map();
  let size = 0;
  let giveUpAt = Infinity;
  return {
    get size() {
      return size;
    },
    get giveUpAt() {
      return giveUpAt;
    },
    wait: ({ priority = 0, retry, signal }, until, onAbort) =>
      new Promise((resolve, reject) => {
        const abort = (): void => {
          waiter.settle(signal);
          onAbort();
        };
        const waiter: Waiter = {
          rank: retry ? priority + 0.5 : priority,
          giveUpAt: until,
          settle(end) {
            size--;
            remove(queue, waiter);
            signal?.removeEventListener("abort", abort);
            if (end) reject(end.reason);
            else resolve();
          },
        };
        signal?.addEventListener("abort", abort);
        giveUpAt = Math.min(giveUpAt, until);
        size++;
        add(queue, waiter);
      }),
    send(count) {
      for (let left = count; left > 0; left--) first(queue)?.settle();
    },
    expire(until, error) {
      if (giveUpAt > until) return;
      giveUpAt = Infinity;
      for (const waiter of all(queue)) {
        if (waiter.giveUpAt > until) giveUpAt = Math.min(giveUpAt, waiter.giveUpAt);
        else waiter.settle({ reason: error() });
      }
    },
    end(reason) {
      for (const waiter of all(queue)) waiter.settle({ reason });
    },
  };
}
