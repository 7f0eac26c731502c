import type { LimitReport } from "./reports.ts";
import type { ServerClock } from "./server-clock.ts";

/**
 * End of a window, as far as it is known. A `Reset` that is a time is `reset`, on the server's clock; 0: none is known. A
 * time to go lies between two local times, `earliest` and `latest`, which come closer with each answer.
 */
export type WindowEnd = readonly [reset: number, earliest: number, latest: number];

/**
 * Whether the end is known as a time to go in more than a second. Such windows mostly begin with a request, and whoever
 * comes too early may be kept out for another window. Those of a second are taken for seconds of the server's clock.
 */
function isToGo([, , latest]: WindowEnd): boolean {
  return latest > 0;
}

/** The local times between which the window ends: `soonest` at all, `from` as is to be tested, `to` for certain. */
export function endTimes(
  end: WindowEnd,
  [low, high]: ServerClock,
): readonly [soonest: number, from: number, to: number] {
  const [reset, earliest, latest] = end;
  if (isToGo(end)) return [earliest, latest, latest];
  // Most machines have the right time: the offset of the clocks is taken as zero as long as it may be.
  const from = reset - (low <= 0 && high >= 0 ? 0 : high);
  return [from, from, reset - low];
}

/** Compares windows: positive if the report is of a later window than this one, negative if of an earlier one. */
export function compareEnd(end: WindowEnd, report: LimitReport, sentAt: number, openedBy: number): number {
  const [, , , reset, earliest, latest] = report;
  const change = reset - end[0];
  if (!isToGo(end) || !(latest > 0)) return change;
  if (sentAt >= end[2] || earliest > end[2]) return 1;
  return (sentAt < openedBy && change) || latest < end[1] - 1000 ? -1 : 0;
}

/** Updates the end with a report of this window, or of a new one. */
export function learnEnd(end: WindowEnd, report: LimitReport, sentAt: number, isNew: boolean): WindowEnd {
  const [, , , reset, earliest, latest, lengthMs] = report;
  // Once a Reset in seconds to go was longer than a second, or its policy has a length, it is read so from then on.
  if (!(latest > 0) || (!isToGo(end) && earliest <= sentAt && !(lengthMs > 0))) return isNew ? [reset, 0, 0] : end;
  const isOther = isNew || !isToGo(end) || earliest > end[2] || latest < end[1];
  return isOther
    ? [isNew ? reset : end[0], earliest, latest]
    : [end[0], Math.max(end[1], earliest), Math.min(end[2], latest)];
}
