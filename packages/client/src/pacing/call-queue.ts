/** One call that waits. */
export interface Waiter {
  /** Higher goes first; equal ones in order of arrival. */
  readonly rank: number;
  /** Local time at which it stops waiting. */
  readonly giveUpAt: number;
  /** Lets the call go, or ends it. */
  readonly settle: (end?: { readonly reason: unknown }) => void;
}

/**
 * Waiting calls by rank. Adding, taking and removing do not depend on their number; finding the highest rank is linear
 * in the number of different ranks.
 */
export type CallQueue = Map<number, Set<Waiter>>;

export function add(queue: CallQueue, waiter: Waiter): void {
  const lane = queue.get(waiter.rank) ?? new Set();
  queue.set(waiter.rank, lane.add(waiter));
}

export function remove(queue: CallQueue, waiter: Waiter): void {
  const lane = queue.get(waiter.rank);
  lane?.delete(waiter);
  if (!lane?.size) queue.delete(waiter.rank);
}

/** The call whose turn it is. */
export function first(queue: CallQueue): Waiter | undefined {
  const [waiter] = queue.get(Math.max(...queue.keys())) ?? [];
  return waiter;
}

/** Every call that waits. */
export function all(queue: CallQueue): Waiter[] {
  return [...queue.values()].flatMap((lane) => [...lane]);
}
