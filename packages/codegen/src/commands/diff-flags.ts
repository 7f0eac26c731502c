import { isAbove, LEVELS, type Level } from "@svc/diff";
import { UsageError } from "../usage-error.ts";

/** Reads the value of `--fail-on`. @throws UsageError where it is no level that anything can have */
export function parseFailOn(text: string | undefined): Level | undefined {
  const level = LEVELS.find((one) => one === text && one !== "none");
  if (text === undefined || level !== undefined) return level;
  throw new UsageError(`--fail-on takes patch, minor or major, not ${text}.`);
}

/** True if a level is the one at which a command is to fail, or a higher one. */
export function fails(level: Level, failOn: Level | undefined): boolean {
  return failOn !== undefined && !isAbove(failOn, level);
}
