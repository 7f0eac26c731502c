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

const UNITS = ["years", "months", "weeks", "days", "hours", "minutes", "seconds"];

/** `{ hours: 1, minutes: 30 }` as `PT1H30M`. @throws ConfigurationError on other keys, and on what is not a number from 0 */
export function formatDuration(name: string, units: { readonly [unit: string]: unknown }): string {
  let text = "";
  let inTime = false;
  const left = new Set(Object.keys(units));
  for (const [index, unit] of UNITS.entries()) {
    const value = left.delete(unit) ? units[unit] : undefined;
    if (value === undefined) continue;
    if (!((value as number) >= 0 && (value as number) < 1e15)) left.add(unit);
    if (index > 3 && !inTime) {
      inTime = true;
      text += "T";
    }
    text += value + (unit[0] as string).toUpperCase();
  }
  if (!text || left.size > 0) throw new ConfigurationError(`${name}: expected units like { minutes: 5 }`);
  return `P${text}`;
}
