/** One call that waits. */
export interface Waiter {
  readonly priority: number;
  /** It was refused before, and keeps its place ahead of those that were asked later. */
  readonly retry: boolean;
  /** Local time at which it stops waiting. */
  readonly giveUpAt: number;
  /** Lets the call go, or ends it. */
  readonly settle: (end?: { readonly reason: unknown }) => void;
}

/**
 * Waiting calls: by priority, those that were refused before and those that were not, each in order of arrival. Adding
 * and removing are O(1), whatever the number of calls; finding the first is linear in the number of priorities in use.
 */
export type CallQueue = Map<number, readonly [fresh: Set<Waiter>, refused: Set<Waiter>]>;

export function add(queue: CallQueue, waiter: Waiter): void {
  let lanes = queue.get(waiter.priority);
  if (!lanes) {
    lanes = [new Set(), new Set()];
    queue.set(waiter.priority, lanes);
  }
  lanes[waiter.retry ? 1 : 0].add(waiter);
}

export function remove(queue: CallQueue, waiter: Waiter): void {
  const lanes = queue.get(waiter.priority);
  lanes?.[waiter.retry ? 1 : 0].delete(waiter);
  if (lanes && !lanes[0].size && !lanes[1].size) queue.delete(waiter.priority);
}

/** The call whose turn it is: the highest priority, refused before fresh, first come first served. */
export function first(queue: CallQueue): Waiter | undefined {
  let highest = -Infinity;
  for (const priority of queue.keys()) if (priority > highest) highest = priority;
  const [fresh, refused] = queue.get(highest) ?? [];
  const [waiter] = refused?.size ? refused : (fresh ?? []);
  return waiter;
}

/** Every call that waits, in no order. One may be removed on the way. */
export function* all(queue: CallQueue): Generator<Waiter> {
  for (const lanes of queue.values()) for (const lane of lanes) yield* lane;
}
