/**
 * Limits the retries of a client, so that an outage is not multiplied: a token bucket, and beyond it probes. One probe at
 * a time is a retry that finds out whether the service is back; the other calls wait for its result. Calls are told apart
 * by identity.
 */
export interface RetryBudget {
  /**
   * Takes a retry from the budget (`Infinity`), or else the probe, unless one is under way (`undefined`). A probe is given
   * as the number of probes that failed since the service last worked.
   */
  take(call: object): number | undefined;
  /** Waits for the probes of other calls. `true`: the call may retry now; `false`: a probe failed. */
  wait(call: object): Promise<boolean>;
  /**
   * Reports the end of an attempt, or of the call. `isAlive`: whether the service worked, `undefined` if unknown. Two
   * calls follow a probe that succeeds. The first failed probe of a round ends the wait of all others, counts as a retry
   * of each, and begins the next round: probes that are still under way fail for the same reason.
   */
  end(call: object, isAlive?: boolean): void;
}

/** Makes a budget of `most` retries; each success gives a tenth of one back. */
export function createRetryBudget(most: number): RetryBudget {
  let budget = most;
  /** Begins at 1, each failed probe begins the next. */
  let round = 1;
  let failures = 0;
  /** Probes of this round, before their delay or under way. */
  let probing = 0;
  /** The round in which a call got its probe. */
  const probes = new Map<object, number>();
  /** Calls that wait, in order of arrival. */
  const line = new Map<object, (goes: boolean) => void>();
  const probe = (call: object): void => {
    probing++;
    probes.set(call, round);
  };
  return {
    take(call) {
      if (budget >= 1) {
        budget--;
        return Infinity;
      }
      if (probing) return undefined;
      probe(call);
      return failures;
    },
    wait: (call) => new Promise((resolve) => line.set(call, resolve)),
    end(call, isAlive) {
      const own = probes.get(call);
      const isLost = own === round && isAlive === false;
      probes.delete(call);
      line.delete(call);
      if (isAlive) {
        budget += own ? 2 : 0.1;
        failures = 0;
      }
      if (own === round) probing--;
      if (isLost) {
        round++;
        failures++;
        probing = 0;
      }
      for (const [waiting, settle] of line) {
        const goes = !isLost && (budget >= 1 || !probing);
        if (!goes && !isLost) break;
        if (goes) {
          budget = Math.max(0, budget - 1);
          probe(waiting);
        }
        line.delete(waiting);
        settle(goes);
      }
      budget = Math.min(most, budget);
    },
  };
}
