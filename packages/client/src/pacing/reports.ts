import { epochMs } from "../clock.ts";
import type { PacedAnswer } from "./pacer.ts";

/** End of a window, as an answer tells it, or as far as it is known. Unknown times are NaN. */
export interface WindowEnd {
  /** On the server's clock, epoch milliseconds. A time to go is counted from `Date`. 0: no end is known. */
  readonly reset: number;
  /** If Reset is a time to go: local times between which the window ends. Each answer brings them closer. */
  readonly earliest: number;
  readonly latest: number;
}

/** Report of one limit in an answer. Absent, malformed and absurd values are NaN. Times are in milliseconds. */
export interface LimitReport extends WindowEnd {
  /** Name of the policy and of the resource, which tells limits apart; "" if the answer names none. */
  readonly name: string;
  /** Requests per window. */
  readonly limit: number;
  readonly remaining: number;
  /** Length of the window, if the policy has it. */
  readonly lengthMs: number;
}

/** How a service writes its times to go, as far as its answers have shown. */
export interface Dialect {
  /** Whether seconds to go are rounded down, which a 0 shows. */
  readonly roundsDown: boolean;
  /** Whether times to go are whole milliseconds. */
  readonly inMs: boolean;
  /** The last time to go: name of the limit, value, and when the request was sent and the answer received. */
  readonly last: { readonly name: string; readonly toGo: number; readonly sentAt: number; readonly receivedAt: number };
}

/** The dialect before the first answer. */
export const UNKNOWN_DIALECT: Dialect = {
  roundsDown: false,
  inMs: false,
  last: { name: "", toGo: 0, sentAt: 0, receivedAt: 0 },
};

/** Limits that an answer reports. */
export interface ReadLimits {
  readonly reports: readonly LimitReport[];
  /** `Date` of the answer, epoch milliseconds; NaN: none. */
  readonly date: number;
  /** What is known of the dialect from now on. If it has changed, ends that were read before were misread. */
  readonly dialect: Dialect;
}

/** A time after the year 2223, and a number as large, is a mistake of the service: as seconds, no date could hold it. */
const LATEST_MS = 8e12;

/**
 * The end of a window by its `Reset`: on the server's clock, and for a time to go the local times between which it lies.
 * `value` is in seconds, or epoch milliseconds; a time to go was rounded up by at most `stepMs`. `date`: when the server
 * answered, as far as it is known.
 */
export function readEnd(
  value: number,
  date: number,
  { sentAt, receivedAt }: Pick<PacedAnswer, "sentAt" | "receivedAt">,
  stepMs = 1000,
): WindowEnd {
  const reset = epochMs(value);
  if (reset === undefined) {
    const ms = value * 1000;
    return { reset: date - (date % 1000) + ms, earliest: sentAt + ms - stepMs, latest: receivedAt + ms };
  }
  return { reset: figure(reset), earliest: NaN, latest: NaN };
}

/** Parses a date; NaN for none. To parse an empty text takes longer than all else of a report. */
export function readDate(text: string | null | undefined): number {
  return figure(text && Date.parse(text));
}

/** Parses a number that is not negative; NaN for other text. */
export function figure(text: string | number | null | undefined): number {
  const value = text ? Number(text) : NaN;
  return value >= 0 && value < LATEST_MS ? value : NaN;
}
