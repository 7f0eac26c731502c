import { ConfigurationError } from "../errors/configuration-error.ts";

/** A span of time in units, as of `Temporal.Duration`. */
export interface DurationUnits {
  readonly years?: number | undefined;
  readonly months?: number | undefined;
  readonly weeks?: number | undefined;
  readonly days?: number | undefined;
  readonly hours?: number | undefined;
  readonly minutes?: number | undefined;
  readonly seconds?: number | undefined;
}

/** A duration: ISO 8601 text is sent as it is, units become such text, and so does a `Temporal.Duration`. */
export type DurationInput = string | DurationUnits | { toJSON(): string };

/** `{ hours: 1, minutes: 30 }` as `PT1H30M`. @throws ConfigurationError on other keys, and on what is not a number from 0 */
export function formatDuration(name: string, units: object): string {
  const { years, months, weeks, days, hours, minutes, seconds, ...others } = units as { [unit: string]: unknown };
  const format = (values: unknown[], letters: string): string =>
    values.map((value, index) => (value === undefined ? "" : `${value}${letters[index]}`)).join("");
  const time = format([hours, minutes, seconds], "HMS");
  const text = `P${format([years, months, weeks, days], "YMWD")}${time && `T${time}`}`;
  if (/^P(T?[\d.]+[A-Z])+$/.test(text) && Object.keys(others).length === 0) return text;
  throw new ConfigurationError(`${name}: expected units like { minutes: 5 }`);
}
