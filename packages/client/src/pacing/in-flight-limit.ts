const BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 60_000;

/** Limit of requests in flight, and pauses, after refusals that no window explains. */
export interface InFlightLimit {
  /** Most requests in flight: infinite until one is refused for another reason than the window. */
  count(): number;
  /** Raises the limit by a request that was accepted; `isLater`: it was sent after the last refusal. */
  taken(isLater: boolean): void;
  /** Begins a pause after the first refusal of several in flight. Returns its length in milliseconds; 0 in an outage. */
  refused(inFlight: number, isDown: boolean): number;
  /** Takes one off, until the rest is what the service handles at the same time. */
  lower(): void;
  /** Lets the limit grow fast after an outage, from this count. */
  revive(count: number): void;
}

/** Creates a limit that is infinite. `random` spreads the pauses: uniform in [0, 1). */
export function createInFlightLimit(random: () => number): InFlightLimit {
  let most = Infinity;
  /** Longest pause after the next refusal. */
  let backoff = BACKOFF_MS;
  let reviving = false;
  return {
    count: () => most,
    taken(isLater) {
      if (isLater) backoff = BACKOFF_MS;
      most += reviving ? 1 : 1 / (8 * most);
    },
    refused(inFlight, isDown) {
      reviving = false;
      most = Math.min(most, inFlight + 1);
      if (isDown) return 0;
      const wait = backoff * random();
      backoff = Math.min(MAX_BACKOFF_MS, 2 * backoff);
      return wait;
    },
    lower() {
      most = Math.max(1, most - 1);
    },
    revive(count) {
      reviving = true;
      most = count;
    },
  };
}
