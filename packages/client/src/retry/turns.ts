import type { Call } from "../transport/call.ts";

/**
 * What keeps an outage from being multiplied: retries that may be made at will, and beyond those a line in which one
 * retry at a time finds out whether the service is back.
 */
export interface Turns {
  /** Retries left that wait for nobody: a token bucket. */
  budget: number;
  /** The most that the bucket holds. */
  readonly most: number;
  /** Failures that have been told to the line, and one. */
  round: number;
  /** How many of them since the service last worked. */
  failures: number;
  /** Retries of this round that are under way, or before their delay, by a turn of the line. */
  held: number;
  /** Calls whose retry waits for a turn, first come first. `true`: it goes now; `false`: somebody else's retry failed. */
  readonly line: Map<Call, (goes: boolean) => void>;
}

/** A call may go again after its own delay: within the budget, or as the one that finds out. */
export function mayRetry(turns: Turns, call: Call): boolean {
  if (turns.budget >= 1) turns.budget--;
  else if (turns.held) return false;
  else take(turns, call);
  return true;
}

/** Waits behind the others. `false`: the service is still out. */
export function nextTurn({ line }: Turns, call: Call): Promise<boolean> {
  return new Promise((resolve) => line.set(call, resolve));
}

/**
 * An attempt came to its end; `alive`: the service worked, `undefined`: that was not found out. After each turn that
 * succeeds two more follow. The first of a round that fails is told to all who wait, counts as a retry of each, and
 * begins the next round: those that are still under way then fail for the same reason.
 */
export function endAttempt(turns: Turns, call: Call, alive?: boolean): void {
  const { line, most, round } = turns;
  const isHeld = call.turn === round;
  const isLost = isHeld && alive === false;
  line.delete(call);
  if (alive) {
    turns.budget += call.turn ? 2 : 0.1;
    turns.failures = 0;
  }
  if (isHeld) turns.held--;
  call.turn = 0;
  if (isLost) {
    turns.round++;
    turns.failures++;
    turns.held = 0;
  }
  for (const [waiting, settle] of line) {
    const goes = !isLost && (turns.budget >= 1 || !turns.held);
    if (!goes && !isLost) break;
    if (goes) {
      turns.budget = Math.max(0, turns.budget - 1);
      take(turns, waiting);
    }
    line.delete(waiting);
    settle(goes);
  }
  turns.budget = Math.min(most, turns.budget);
}

function take(turns: Turns, call: Call): void {
  turns.held++;
  call.turn = turns.round;
}
