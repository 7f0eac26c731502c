import { whenAborted } from "../clock.ts";

/** Lets at most `most` holders have a slot at a time, first come first served. */
export interface Slots {
  /** Resolves when a slot is free; gives the function that gives it back, which may be called again without harm. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createSlots(most: number): Slots {
  let taken = 0;
  const waiting = new Set<() => void>();
  const giveBack = (): void => {
    taken--;
    const [next] = waiting;
    next?.();
  };
  return {
    async take(signal) {
      while (taken >= most) await nextFree(waiting, signal);
      taken++;
      let isHeld = true;
      return () => {
        if (isHeld) giveBack();
        isHeld = false;
      };
    },
  };
}

function nextFree(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let unlisten: (() => void) | undefined;
    const settle = (): void => {
      waiting.delete(settle);
      unlisten?.();
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    waiting.add(settle);
    unlisten = whenAborted(signal, settle);
  });
}
