/** One call that waits. */
export interface Waiter {
  readonly priority: number;
  /** Smaller goes first among equal priorities. */
  readonly order: number;
  /** Local time at which it stops waiting. */
  readonly giveUpAt: number;
  /** Lets the call go (no argument) or ends it (an error). */
  settle: ((error?: unknown) => void) | undefined;
}

/** Waiting calls in order of priority, then of arrival. Adding and taking are O(log n). */
export type CallQueue = Waiter[];

/** Adds a call. */
export function push(heap: CallQueue, waiter: Waiter): void {
  let at = heap.length;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above] as Waiter;
    if (!isBefore(waiter, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = waiter;
}

/** Takes the first call out; `undefined` where there is none. */
export function shift(heap: CallQueue): Waiter | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (last === undefined || last === first) return first;
  let at = 0;
  for (let below = 1; below < heap.length; below = 2 * at + 1) {
    if (below + 1 < heap.length && isBefore(heap[below + 1] as Waiter, heap[below] as Waiter)) below++;
    const child = heap[below] as Waiter;
    if (!isBefore(child, last)) break;
    heap[at] = child;
    at = below;
  }
  heap[at] = last;
  return first;
}

function isBefore(a: Waiter, b: Waiter): boolean {
  return a.priority === b.priority ? a.order < b.order : a.priority > b.priority;
}
