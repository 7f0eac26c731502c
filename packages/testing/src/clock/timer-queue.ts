/** A callback that is due at a time. */
export interface Timer {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Timers of the same time run in the order in which they were set. */
  readonly order: number;
  readonly callback: () => void;
}

/** Timers in the order in which they are due. */
export interface TimerQueue {
  readonly all: readonly Timer[];
  add(timer: Timer): void;
  /** Does nothing for one that is not there. */
  remove(timer: Timer | undefined): void;
}

export function createTimerQueue(): TimerQueue {
  const all: Timer[] = [];
  /** Number of timers that are due before a timer. */
  const countBefore = ({ at, order }: Timer): number => {
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = all[middle] as Timer;
      if (other.at < at || (other.at === at && other.order < order)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    all,
    add: (timer) => void all.splice(countBefore(timer), 0, timer),
    remove(timer) {
      if (timer === undefined) return;
      const index = countBefore(timer);
      if (all[index] === timer) all.splice(index, 1);
    },
  };
}
