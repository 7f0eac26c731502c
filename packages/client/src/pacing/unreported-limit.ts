/** Estimate of a limit that no answer reports, from the requests that were accepted between refusals. */
export interface UnreportedLimit {
  /** Requests accepted between the last two refusals; infinite before the first. */
  capacity(): number;
  /** Counts an accepted request; `isLater`: it was sent after the last refusal. Returns how many may be sent now. */
  taken(isLater: boolean, remaining: number, inFlight: number): number;
  /** Begins to count anew, after a refusal. */
  refused(): void;
}

/** Creates the estimate before any refusal: there is no limit. */
export function createUnreportedLimit(): UnreportedLimit {
  let taken = 0;
  let capacity = Infinity;
  return {
    capacity: () => capacity,
    taken(isLater, remaining, inFlight) {
      if (isLater) taken++;
      else capacity++;
      if (capacity === Infinity) return capacity;
      // At what the service accepted between two refusals one more request is tried, beyond it two for each accepted.
      return Math.max(remaining - 1, inFlight + (taken < capacity ? 0 : taken > capacity ? 2 : 1));
    },
    refused() {
      capacity = Math.max(1, taken);
      taken = 0;
    },
  };
}
