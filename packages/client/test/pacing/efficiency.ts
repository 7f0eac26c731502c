import type { Outcome, Scenario } from "./simulator.ts";

/** Answers per window over the limit, from the second window to the last whole one. `limits`: of each window. */
export function windowEfficiency(outcome: Outcome, limit: number): number {
  const whole = outcome.windows.slice(1, -1);
  return whole.reduce((sum, used) => sum + used, 0) / (whole.length * limit);
}

/** 429s from the second window on: those before are the price of finding out what nobody knows yet. */
export function laterRefusals(outcome: Outcome): number {
  return outcome.refusals.slice(1).reduce((sum, count) => sum + count, 0);
}

/** Requests accepted over what the limit gave in the time after the first burst. For limits without windows, too. */
export function rateEfficiency(outcome: Outcome, scenario: Scenario): number {
  const { acceptedAt } = outcome;
  const time = (acceptedAt.at(-1) ?? 0) - (acceptedAt[0] ?? 0);
  return (acceptedAt.length - scenario.limit.burst) / (time * scenario.limit.perMs);
}
