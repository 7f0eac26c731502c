import type { Clock } from "../clock.ts";
import type { LeaseState } from "./lease-state.ts";
import type { Grant, PermitRequest, PermitStore } from "./permit-store.ts";
import { applyGrant, unspentAfter } from "./permits.ts";

/** Options of {@link createPermitRequester}. */
export interface PermitRequesterOptions {
  readonly store: PermitStore;
  readonly clock: Clock;
  readonly state: LeaseState;
  /** Called if Redis is not connected, fails, or does not respond in time. */
  readonly onFailure: (error: unknown) => void;
  /** Called when a late response arrives. Its permits are given back with the next permit request. */
  readonly onLateResponse: () => void;
}

/** Sends one permit request at a time, and waits for a bounded time, because a paused server never responds. */
export interface PermitRequester {
  /** Whether a permit request waits for its response. */
  readonly busy: boolean;
  /** Sends a request; calls `done` after its response has been applied to the state. */
  request(request: PermitRequest, done: () => void): void;
  /** Stops waiting: a response that still arrives is late. */
  stop(): void;
}

/**
 * Number of timers that make up the timeout. If the event loop was blocked, a single timer could fire before a response
 * that has already arrived is read; between two timers the response is read first.
 */
const STEPS = 4;

const OFFLINE = "the client is not connected";

/** Creates the requester of one process. Calls wait for Redis no longer than a quarter of the lease. */
export function createPermitRequester({
  store,
  clock,
  state,
  onFailure,
  onLateResponse,
}: PermitRequesterOptions): PermitRequester {
  const stepMs = Math.max(1, state.leaseMs / 4 / STEPS);
  let busy = false;
  /** Whether nothing was requested yet: a client that was just made may still be connecting. */
  let isNew = true;

  const applyLateGrant = (request: PermitRequest, grant: Grant): void => {
    const unspent = unspentAfter(request, grant);
    if (grant.reset === state.reset) {
      state.held = state.returned = unspent;
      state.orphaned += grant.granted - unspent;
      state.grantedInWindow = Math.max(0, state.grantedInWindow) + grant.granted;
    }
    if (grant.state === "test") state.releaseTest = true;
    state.reportDue = true;
    onLateResponse();
  };

  let stop = (): unknown => undefined;
  return {
    get busy() {
      return busy;
    },
    stop() {
      stop();
    },
    request(request, done) {
      if (!isNew && !store.isReady()) return onFailure(new Error(OFFLINE));
      const requestedAt = clock.now();
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
        store.request(request).then(
          (grant) => {
            if (!close()) return applyLateGrant(request, grant);
            applyGrant(state, { request, requestedAt, grant }, clock.now());
            done();
          },
          (error: unknown) => {
            if (close()) onFailure(error);
          },
        );
      };
      let steps = 0;
      const step = (): void => {
        send();
        if (++steps <= STEPS) timer = clock.setTimeout(step, stepMs);
        else if (close())
          onFailure(new Error(isSent ? `no response within ${Math.round(stepMs * STEPS)} ms` : OFFLINE));
      };
      busy = true;
      step();
    },
  };
}
