import { checkFault } from "./check-fault.ts";
import { type FaultOptions, isUploadFault, kindOf } from "./fault.ts";

/** A fault that waits for requests. */
export interface WaitingFault {
  /** Number by which it is removed, unique within a fake. */
  readonly id: number;
  /** The failure: `reset-before`, `status 503`. */
  readonly kind: string;
  /** Id of its operation; undefined: it is for every request. */
  readonly operation: string | undefined;
  /** Requests that will fail; null: all from now on. */
  readonly left: number | null;
  /** No request has failed so far, and one should have: the fault has no probability. */
  readonly isUnused: boolean;
}

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
  /** Returns the first fault that applies to the body of a request of an operation, and counts it. */
  takeUpload(operation: string | undefined): FaultOptions | undefined;
  /** The faults that wait, in the order in which they apply. */
  waiting(): WaitingFault[];
  /** Removes a fault by its number; returns whether there was one. */
  remove(id: number): boolean;
  readonly size: number;
  clear(): void;
}

/**
 * Creates an empty queue.
 *
 * @param random numbers in [0, 1) for probabilities
 */
export function createFaultQueue(random: () => number): FaultQueue {
  const queue = new Set<{ readonly id: number; readonly options: FaultOptions; left: number; isUsed: boolean }>();
  let count = 0;
  const take = (operation: string | undefined, isUpload: boolean): FaultOptions | undefined => {
    for (const entry of queue) {
      const { options } = entry;
      if (isUploadFault(options) !== isUpload) continue;
      if (options.operation !== undefined && options.operation !== operation) continue;
      if (options.probability !== undefined && random() >= options.probability) continue;
      entry.left -= 1;
      entry.isUsed = true;
      if (entry.left <= 0) queue.delete(entry);
      return options;
    }
    return undefined;
  };
  return {
    add(options) {
      checkFault(options);
      // A copy, so that later changes have no effect.
      count += 1;
      const entry = {
        id: count,
        options: { ...options, ...(options.headers && { headers: { ...options.headers } }) },
        left: options.times ?? 1,
        isUsed: false,
      };
      queue.add(entry);
      return () => queue.delete(entry);
    },
    take: (operation) => take(operation, false),
    takeUpload: (operation) => take(operation, true),
    waiting: () =>
      [...queue].map(({ id, options, left, isUsed }) => ({
        id,
        kind: options.status === undefined ? kindOf(options) : `status ${options.status}`,
        operation: options.operation,
        left: Number.isFinite(left) ? left : null,
        isUnused: !isUsed && options.probability === undefined,
      })),
    remove(id) {
      const found = [...queue].find((entry) => entry.id === id);
      return found !== undefined && queue.delete(found);
    },
    get size() {
      return queue.size;
    },
    clear: () => queue.clear(),
  };
}
