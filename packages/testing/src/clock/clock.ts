import { nameHelp } from "@svc/model/data";

/** A clock of a client or a fake: the same type as `Clock` of `@svc/client`. */
export interface Clock {
  /** The current time, in epoch milliseconds. */
  now(): number;
  /** Calls a function once, after at least `ms` milliseconds. Returns a handle for {@link clearTimeout}. */
  setTimeout(callback: () => void, ms: number): unknown;
  /** Cancels a timer of {@link setTimeout}; does nothing if it has already run. */
  clearTimeout(handle: unknown): void;
}

/** The system clock. It reads globals at each call, so fake timers that are installed later apply. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, ms) => globalThis.setTimeout(callback, ms),
  clearTimeout: (handle) => globalThis.clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/** Waits on a clock. */
export function sleep(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.setTimeout(resolve, ms));
}

/** A time span, the sum of its parts: `{ minutes: 1, seconds: 30 }`. Must not be negative. */
export interface TimeSpan {
  /** Number of days. @default 0 */
  readonly days?: number;
  /** Number of hours. @default 0 */
  readonly hours?: number;
  /** Number of minutes. @default 0 */
  readonly minutes?: number;
  /** Number of seconds. @default 0 */
  readonly seconds?: number;
  /** Number of milliseconds. @default 0 */
  readonly milliseconds?: number;
}

const MILLISECONDS = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1000, milliseconds: 1 } as const;

/** HTTP dates have years of four digits (RFC 9110, section 5.6.7). */
const LAST = Date.UTC(9999, 11, 31);

/** Adds a time span to a time. @throws TypeError as {@link milliseconds}, and for a time beyond the year 9999 */
export function timeAfter(now: number, span: TimeSpan | number): number {
  const time = now + milliseconds(span);
  if (time > LAST) throw new TypeError(`A clock ends with the year 9999; got ${JSON.stringify(span)}.`);
  return time;
}

/**
 * Converts a time span to milliseconds.
 *
 * @throws TypeError for an unknown part, and for a span that is negative or not a number
 */
export function milliseconds(span: TimeSpan | number): number {
  const parts = typeof span === "number" ? { milliseconds: span } : span;
  if (typeof parts !== "object" || parts === null || Array.isArray(parts))
    throw new TypeError(`A time span is an object like { seconds: 1 }; got ${JSON.stringify(span)}.`);
  let sum = 0;
  for (const [name, value] of Object.entries(parts)) {
    if (!Object.hasOwn(MILLISECONDS, name)) {
      throw new TypeError(`time span: unknown unit "${name}"; ${nameHelp(name, Object.keys(MILLISECONDS))}`);
    }
    if (typeof value !== "number") throw new TypeError(`${name}: expected a number; got ${JSON.stringify(value)}.`);
    sum += value * MILLISECONDS[name as keyof typeof MILLISECONDS];
  }
  if (!(sum >= 0)) throw new TypeError(`A clock only moves forward; got ${JSON.stringify(span)}.`);
  return sum;
}
