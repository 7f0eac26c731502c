/** A span of time: parts add up. */
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

/**
 * A span in milliseconds.
 *
 * @throws TypeError for parts with another name, and for spans that are negative or no number.
 */
export function milliseconds(span: TimeSpan | number): number {
  const parts = typeof span === "number" ? { milliseconds: span } : span;
  let sum = 0;
  for (const [name, value] of Object.entries(parts)) {
    if (!Object.hasOwn(MILLISECONDS, name)) {
      throw new TypeError(`A time span has ${Object.keys(MILLISECONDS).join(", ")}; got "${name}".`);
    }
    sum += value * MILLISECONDS[name as keyof typeof MILLISECONDS];
  }
  if (!(sum >= 0)) throw new TypeError(`A clock moves forward only; got ${JSON.stringify(span)}.`);
  return sum;
}
