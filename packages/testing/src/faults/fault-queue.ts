import { checkFault } from "./check-fault.ts";
import type { FaultOptions } from "./fault.ts";

/** The faults that are still to happen, in the order in which they were set up. */
export interface FaultQueue {
  /**
   * Sets up a fault; returns a function that takes it away.
   *
   * @throws TypeError for a fault that cannot happen
   */
  add(options: FaultOptions): () => void;
  /** The fault that a request meets, which counts it. */
  take(operation: string | undefined): FaultOptions | undefined;
  readonly size: number;
  clear(): void;
}

/** @param random numbers in [0, 1) for probabilities */
export function createFaultQueue(random: () => number, operationIds: ReadonlySet<string>): FaultQueue {
  const queue = new Set<{ readonly options: FaultOptions; left: number }>();
  return {
    add(options) {
      checkFault(options, operationIds);
      // A copy: what is checked now is what is sent later.
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
