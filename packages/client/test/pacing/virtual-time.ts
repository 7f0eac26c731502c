import type { Clock } from "../../src/clock.ts";

/** A world in which time passes only from event to event. Time is in milliseconds, with fractions. */
export interface VirtualTime {
  now(): number;
  at(time: number, run: () => void): void;
  /** A clock that shows this time plus an offset, cut to whole milliseconds as `Date.now()` is. */
  clock(offset: number): Clock & { pending(): number };
  /** Runs events until there are none, or until the given time. */
  run(until?: number): Promise<void>;
}

interface Event {
  readonly at: number;
  readonly order: number;
  run: (() => void) | undefined;
}

export function createVirtualTime(): VirtualTime {
  const heap: Event[] = [];
  let time = 0;
  let order = 0;

  const at = (when: number, run: () => void): Event => {
    const event: Event = { at: Math.max(when, time), order: order++, run };
    push(heap, event);
    return event;
  };

  return {
    now: () => time,
    at,
    clock: (offset) => {
      let pending = 0;
      return {
        now: () => Math.floor(time + offset),
        setTimeout(callback, ms) {
          if (!(ms >= 1 && ms < 2 ** 31)) throw new Error(`a timer of ${ms} ms fires at once`);
          pending++;
          const event = at(time + ms, () => {
            pending--;
            event.run = undefined;
            callback();
          });
          return event;
        },
        clearTimeout(handle) {
          const event = handle as Event | undefined;
          if (event?.run) pending--;
          if (event) event.run = undefined;
        },
        pending: () => pending,
      };
    },
    async run(until = Number.POSITIVE_INFINITY) {
      for (let steps = 0; heap.length > 0 && (heap[0] as Event).at <= until; steps++) {
        if (steps > 5_000_000) throw new Error("the simulation does not end");
        const event = shift(heap) as Event;
        if (!event.run) continue;
        time = event.at;
        event.run();
        await null;
        await null;
        await null;
      }
    },
  };
}

const isBefore = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

function push(heap: Event[], event: Event): void {
  let at = heap.push(event) - 1;
  while (at > 0 && isBefore(event, heap[(at - 1) >> 1] as Event)) {
    heap[at] = heap[(at - 1) >> 1] as Event;
    at = (at - 1) >> 1;
  }
  heap[at] = event;
}

function shift(heap: Event[]): Event | undefined {
  const [first] = heap;
  const last = heap.pop() as Event;
  if (heap.length === 0) return first;
  let at = 0;
  for (let below = 1; below < heap.length; below = 2 * at + 1) {
    if (below + 1 < heap.length && isBefore(heap[below + 1] as Event, heap[below] as Event)) below++;
    if (!isBefore(heap[below] as Event, last)) break;
    heap[at] = heap[below] as Event;
    at = below;
  }
  heap[at] = last;
  return first;
}
