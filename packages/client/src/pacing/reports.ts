import type { PacedAnswer } from "./pacer.ts";

/** Report of one limit in an answer. Absent, malformed and absurd values are NaN. Times are in milliseconds. */
export type LimitReport = readonly [
  /** Name of the policy and of the resource, which tells limits apart; "" if the answer names none. */
  name: string,
  /** Requests per window. */
  limit: number,
  remaining: number,
  /** End of the window, epoch on the server's clock. A time to go is counted from `Date`. */
  reset: number,
  /** If Reset is a time to go: local times between which the window ends. */
  earliest: number,
  latest: number,
  /** Length of the window, if the policy has it. */
  lengthMs: number,
];

/** A Reset below this is a time to go, from this on (1973) epoch seconds. */
export const EPOCH_SECONDS_FROM = 1e8;
/** A Reset from this on is epoch milliseconds (1973; as seconds it would be the year 5138). */
const EPOCH_MS_FROM = 1e11;
/** A Reset after the year 5138 is a mistake of the service. */
const LATEST_MS = 1e14;

/**
 * The end of a window by its `Reset`: on the server's clock, and for a time to go the local times between which it lies.
 * `value` is in seconds, or epoch milliseconds; a time to go was rounded up by at most `stepMs`.
 */
export function readEnd(
  value: number,
  date: number,
  { sentAt, receivedAt }: Pick<PacedAnswer, "sentAt" | "receivedAt">,
  stepMs = 1000,
): readonly [reset: number, earliest: number, latest: number] {
  const ms = value * 1000;
  if (value < EPOCH_SECONDS_FROM)
    return [(date || receivedAt - (receivedAt % 1000)) + ms, sentAt + ms - stepMs, receivedAt + ms];
  const reset = value < EPOCH_MS_FROM ? ms : value;
  return [reset < LATEST_MS ? reset : NaN, NaN, NaN];
}

/** Parses a number that is not negative; NaN for other text. */
export function figure(text: string | null | undefined): number {
  const value = Number(text || "-");
  return value >= 0 ? value : NaN;
}
