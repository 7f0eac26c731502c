import { checkNames, invalid } from "../checks.ts";

/** A duration in units, like `Temporal.Duration`. */
export interface DurationUnits {
  /** Number of years, from 0. */
  readonly years?: number | undefined;
  /** Number of months, from 0. */
  readonly months?: number | undefined;
  /** Number of weeks, from 0. */
  readonly weeks?: number | undefined;
  /** Number of days, from 0. */
  readonly days?: number | undefined;
  /** Number of hours, from 0. */
  readonly hours?: number | undefined;
  /** Number of minutes, from 0. */
  readonly minutes?: number | undefined;
  /** Number of seconds, from 0. */
  readonly seconds?: number | undefined;
}

/** A duration: ISO 8601 text, units (sent as ISO 8601 text), or a `Temporal.Duration`. */
export type DurationInput =
  | string
  | DurationUnits
  | {
      /** ISO 8601 text. */
      toJSON(): string;
    };

/** `{ hours: 1, minutes: 30 }` as `PT1H30M`. @throws ConfigurationError for other keys, and for values that are not numbers from 0 */
export function formatDuration(name: string, units: object): string {
  const { years, months, weeks, days, hours, minutes, seconds } = units as { [unit: string]: unknown };
  checkNames(units, ["years", "months", "weeks", "days", "hours", "minutes", "seconds"], {
    prefix: `${name}.`,
    kind: "unit",
  });
  const format = (values: unknown[], letters: string): string =>
    values.map((value, index) => (value === undefined ? "" : `${value}${letters[index]}`)).join("");
  const time = format([hours, minutes, seconds], "HMS");
  const text = `P${format([years, months, weeks, days], "YMWD")}${time && `T${time}`}`;
  if (/^P(T?[\d.]+[A-Z])+$/.test(text)) return text;
  throw invalid(name, "units like { minutes: 5 }, each a number from 0");
}
