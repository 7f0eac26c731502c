/** A callback that is due at a time. */
export interface Timer {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Timers of the same time run in the order in which they were set. */
  readonly order: number;
  readonly callback: () => void;
}

/** Timers by time: a binary heap. Removed timers stay in the heap until they come up. */
export interface TimerQueue {
  readonly size: number;
  add(timer: Timer): void;
  remove(timer: Timer): void;
  /** Timers in the order in which they are due. */
  all(): Timer[];
  /** Returns the next timer. */
  peek(): Timer | undefined;
  /** Removes and returns the next timer. */
  take(): Timer | undefined;
}

/** Removed timers that may stay in the heap, beyond the number of the others. */
const SLACK = 64;

export function createTimerQueue(): TimerQueue {
  const heap: Timer[] = [];
  const waiting = new Set<Timer>();
  const peek = (): Timer | undefined => {
    for (let first = heap[0]; first !== undefined; first = heap[0]) {
      if (waiting.has(first)) return first;
      pop(heap);
    }
    return undefined;
  };
  return {
    get size() {
      return waiting.size;
    },
    add(timer) {
      waiting.add(timer);
      push(heap, timer);
    },
    remove(timer) {
      waiting.delete(timer);
      if (heap.length > 2 * waiting.size + SLACK) compact(heap, waiting);
    },
    all: () => [...waiting].sort((a, b) => (isBefore(a, b) ? -1 : 1)),
    peek,
    take() {
      const first = peek();
      if (first === undefined) return undefined;
      waiting.delete(first);
      pop(heap);
      return first;
    },
  };
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** A sorted list is a heap. */
function compact(heap: Timer[], waiting: ReadonlySet<Timer>): void {
  heap.length = 0;
  for (const timer of [...waiting].sort((a, b) => (isBefore(a, b) ? -1 : 1))) heap.push(timer);
}

function push(heap: Timer[], timer: Timer): void {
  let index = heap.push(timer) - 1;
  while (index > 0) {
    const parentIndex = (index - 1) >> 1;
    const parent = heap[parentIndex];
    if (parent === undefined || !isBefore(timer, parent)) break;
    heap[index] = parent;
    index = parentIndex;
  }
  heap[index] = timer;
}

function pop(heap: Timer[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let index = 0;
  for (;;) {
    let childIndex = 2 * index + 1;
    const [left, right] = [heap[childIndex], heap[childIndex + 1]];
    const child = left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
    if (child === right && right !== undefined) childIndex += 1;
    if (child === undefined || !isBefore(child, last)) break;
    heap[index] = child;
    index = childIndex;
  }
  heap[index] = last;
}
