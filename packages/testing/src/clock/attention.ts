import type { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "./clock.ts";
import { clearRealTimeout, realTimeout } from "./real-timers.ts";

/** Runs work, and returns what it returns. */
export type Attend = <Value>(work: () => Value | Promise<Value>) => Value | Promise<Value>;

/** A clock that moves by itself, and waits for work that says so. */
export interface AttentiveClock extends Clock {
  /** Runs work of a test, of which nobody knows whether it waits for this clock or for something real. */
  readonly attend: Attend;
}

/** How a clock attends to work; work is only run where it does not. */
export function attentionOf(clock: Clock): Attend {
  return "attend" in clock ? (clock as AttentiveClock).attend : (work) => work();
}

/** Real milliseconds for which work that has set no timer holds a clock: what takes longer may never end. */
const PATIENCE_MS = 250;

type LetGo = () => void;

/** What work has to do with a clock. */
export interface Attention {
  /** Runs work, and holds the clock until the work is done, waits for the clock itself, or has taken too long. */
  run<Value>(work: () => Value | Promise<Value>): Promise<Value>;
  /** Whatever sets a timer waits for the clock, and holds it no longer. */
  timerIsSet(): void;
  /** Runs what is nobody's work, such as the clock's own turns: timers that are set there are of no work. */
  outside(run: () => void): void;
}

/**
 * @param hold holds the clock until the returned function is called
 * @param patienceMs real milliseconds for which work that sets no timer holds it
 */
export function createAttention(hold: () => LetGo, patienceMs: number = PATIENCE_MS): Attention {
  const waiting = new Set<LetGo>();
  let contexts: AsyncLocalStorage<LetGo> | undefined;
  return {
    async run(work) {
      contexts ??= asyncContexts();
      const release = hold();
      const letGo = (): void => {
        waiting.delete(letGo);
        clearRealTimeout?.(timer);
        release();
      };
      const timer = realTimeout?.(letGo, patienceMs);
      waiting.add(letGo);
      // Nobody would ever let go.
      if (timer === undefined) letGo();
      try {
        return await (contexts === undefined ? work() : contexts.run(letGo, work));
      } finally {
        letGo();
      }
    },
    timerIsSet() {
      if (waiting.size === 0) return;
      // Without contexts it might be anybody's.
      const own = contexts === undefined ? [...waiting] : [contexts.getStore()];
      for (const letGo of own) if (letGo !== undefined && waiting.has(letGo)) letGo();
    },
    outside: (run) => (contexts === undefined ? run() : contexts.exit(run)),
  };
}

/** Tells whose timer one is, in the runtimes that can. */
function asyncContexts(): AsyncLocalStorage<LetGo> | undefined {
  const hooks = globalThis.process?.getBuiltinModule?.("node:async_hooks");
  return hooks && new hooks.AsyncLocalStorage<LetGo>();
}
