import type { Clock } from "../clock.ts";
import { kept, takeGrant } from "./asking.ts";
import type { LeaseState } from "./lease-state.ts";
import type { Ask, Grant, Store } from "./store.ts";

/** What an {@link Asker} is made of. */
export interface AskerOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly state: LeaseState;
  /** Redis could not be asked, or did not answer in time. */
  readonly failed: (error: unknown) => void;
  /** An answer came after all. What it granted is given back with the next ask. */
  readonly late: () => void;
}

/** Asks one question at a time, and waits for a bounded time: a server that is paused never answers. */
export interface Asker {
  readonly busy: boolean;
  ask(ask: Ask, done: () => void): void;
  /** Waits no longer: an answer that still comes is late. */
  stop(): void;
}

/**
 * The time is counted in steps. Where this process was too busy to look, the answer may be there already: it is read
 * between two steps, and would not be between the end of a pause and a single timer.
 */
const STEPS = 4;

const OFFLINE = "the client is not connected";

/** Makes what asks for one process. Calls wait no longer than a quarter of the lease for Redis. */
export function createAsker({ store, clock, state, failed, late }: AskerOptions): Asker {
  const stepMs = Math.max(1, state.leaseMs / 4 / STEPS);
  let busy = false;
  /** A client that was just made may still be about to connect. */
  let isNew = true;

  const takeLate = (ask: Ask, grant: Grant): void => {
    const spare = kept(ask, grant);
    if (grant.reset === state.reset) {
      state.held = state.back = spare;
      state.stray += grant.granted - spare;
      state.had = Math.max(0, state.had) + grant.granted;
    }
    if (grant.state === "test") state.release = true;
    state.tell = true;
    late();
  };

  let stop = (): unknown => undefined;
  return {
    get busy() {
      return busy;
    },
    stop() {
      stop();
    },
    ask(ask, done) {
      if (!isNew && !store.isReady()) return failed(new Error(OFFLINE));
      const askedAt = clock.now();
      let timer: unknown;
      let isOpen = true;
      let isSent = false;
      const close = (): boolean => {
        const wasOpen = isOpen;
        if (isOpen) busy = isOpen = isNew = false;
        clock.clearTimeout(timer);
        return wasOpen;
      };
      stop = close;
      const send = (): void => {
        if (isSent || !store.isReady()) return;
        isSent = true;
        store.ask(ask).then(
          (grant) => {
            if (!close()) return takeLate(ask, grant);
            takeGrant(state, { ask, askedAt, grant }, clock.now());
            done();
          },
          (error: unknown) => {
            if (close()) failed(error);
          },
        );
      };
      let steps = 0;
      const step = (): void => {
        send();
        if (++steps <= STEPS) timer = clock.setTimeout(step, stepMs);
        else if (close()) failed(new Error(isSent ? `no answer within ${Math.round(stepMs * STEPS)} ms` : OFFLINE));
      };
      busy = true;
      step();
    },
  };
}

/** A timer for which no process stays alive. */
export function setQuietTimeout(clock: Clock, callback: () => void, ms: number): unknown {
  const handle = clock.setTimeout(callback, ms) as { unref?: () => void } | undefined;
  handle?.unref?.();
  return handle;
}
