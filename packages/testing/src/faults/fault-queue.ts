import { checkFault } from "./check-fault.ts";
import type { FaultOptions } from "./fault.ts";

/** The faults that are set up, in that order. */
export interface FaultQueue {
  /**
   * Adds a fault; returns a function that removes it.
   *
   * @throws TypeError for options that are invalid or contradict each other
   */
  add(options: FaultOptions): () => void;
  /** Returns the first fault that applies to a request of an operation, and counts it. */
  take(operation: string | undefined): FaultOptions | undefined;
  readonly size: number;
  clear(): void;
}

/**
 * Creates an empty queue.
 *
 * @param random numbers in [0, 1) for probabilities
 */
export function createFaultQueue(random: () => number): FaultQueue {
  const queue = new Set<{ readonly options: FaultOptions; left: number }>();
  return {
    add(options) {
      checkFault(options);
      // A copy, so that later changes have no effect.
      const entry = {
        options: { ...options, ...(options.headers && { headers: { ...options.headers } }) },
        left: options.times ?? 1,
      };
      queue.add(entry);
      return () => queue.delete(entry);
    },
    take(operation) {
      for (const entry of queue) {
        const { options } = entry;
        if (options.operation !== undefined && options.operation !== operation) continue;
        if (options.probability !== undefined && random() >= options.probability) continue;
        entry.left -= 1;
        if (entry.left <= 0) queue.delete(entry);
        return options;
      }
      return undefined;
    },
    get size() {
      return queue.size;
    },
    clear: () => queue.clear(),
  };
}
