import type { Clock } from "../clock.ts";
import type { Ask, Grant, Store } from "./store.ts";

/** What to ask, how long to wait, and what becomes of it: exactly one of the first two calls, then perhaps `late`. */
export interface Question {
  readonly ask: Ask;
  readonly ms: number;
  granted(grant: Grant): void;
  failed(error: unknown): void;
  /** An answer after the time was up. */
  late(grant: Grant): void;
}

/**
 * The time is counted in steps. Where this process was too busy to look, the answer may be there already: it is read
 * between two steps, and would not be between the end of a pause and a single timer.
 */
const STEPS = 4;

/** Asks, and waits for a bounded time: a server that is paused never answers. */
export function askBounded(store: Store, clock: Clock, question: Question): void {
  const { ask, ms } = question;
  if (!store.isReady()) {
    question.failed(new Error("the client is not connected"));
    return;
  }
  let isOpen = true;
  const close = (): boolean => {
    const wasOpen = isOpen;
    isOpen = false;
    clock.clearTimeout(timer);
    return wasOpen;
  };
  let steps = 0;
  const step = (): void => {
    if (++steps <= STEPS) timer = clock.setTimeout(step, Math.max(1, ms / STEPS));
    else if (close()) question.failed(new Error(`no answer within ${ms} ms`));
  };
  let timer: unknown;
  step();
  store.ask(ask).then(
    (grant) => {
      if (close()) question.granted(grant);
      else question.late(grant);
    },
    (error: unknown) => {
      if (close()) question.failed(error);
    },
  );
}

/** A timer for which no process stays alive. */
export function setQuietTimeout(clock: Clock, callback: () => void, ms: number): unknown {
  const handle = clock.setTimeout(callback, ms) as { unref?: () => void } | undefined;
  handle?.unref?.();
  return handle;
}
