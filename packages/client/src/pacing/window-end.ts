import type { LimitReport } from "./rate-limit-headers.ts";
import type { ServerClock } from "./server-clock.ts";

/**
 * What is known of the end of a window. A `Reset` that is a time is `reset`, on the server's clock; 0: none is known. A
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
  // No offset is believed for as long as nothing contradicts it.
  const from = reset - (low <= 0 && high >= 0 ? 0 : high);
  return [from, from, reset - low];
}

/** Above zero: a report tells of a later window than this one; below: of an earlier one. */
export function compareEnd(end: WindowEnd, report: LimitReport, sentAt: number, openedBy: number): number {
  const [, , , reset, earliest, latest] = report;
  const change = reset - end[0];
  if (!isToGo(end) || !(latest > 0)) return change;
  if (sentAt >= end[2] || earliest > end[2]) return 1;
  return (sentAt < openedBy && change) || latest < end[1] - 1000 ? -1 : 0;
}

/** The end after a report of this window, or of a new one. */
export function learnEnd(end: WindowEnd, report: LimitReport, sentAt: number, isNew: boolean): WindowEnd {
  const [, , , reset, earliest, latest, lengthMs] = report;
  // A time to go that was longer than a second once is one for good; so is that of a policy that tells its length.
  if (!(latest > 0) || (!isToGo(end) && earliest <= sentAt && !(lengthMs > 0))) return isNew ? [reset, 0, 0] : end;
  const isOther = isNew || !isToGo(end) || earliest > end[2] || latest < end[1];
  return isOther
    ? [isNew ? reset : end[0], earliest, latest]
    : [end[0], Math.max(end[1], earliest), Math.min(end[2], latest)];
}
