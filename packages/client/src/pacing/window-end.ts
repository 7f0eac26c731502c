import type { LimitReport, WindowEnd } from "./rate-limit-headers.ts";

export const UNKNOWN_END: WindowEnd = { reset: 0, earliest: 0, latest: 0 };

/** Lengths that windows have, in seconds. A longer one loses little by a second. */
const USUAL_LENGTHS = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 86_400];

/** Difference from which on two clocks of this machine have parted, in milliseconds. */
const PARTED_MS = 1000;

/** Estimate of the server's clock. */
export interface ServerClock {
  /** Its time less the local time lies between these two, in milliseconds. */
  readonly low: number;
  readonly high: number;
  /** Local time of the last observation; 0: none yet. */
  readonly at: number;
  /** Difference of this machine's wall clock to the local time, which nobody sets. */
  readonly ahead: number;
}

/** Before the first answer the wall clock is believed: most machines have the right time. */
function wallClock(ahead: number): ServerClock {
  return { low: ahead, high: ahead, at: 0, ahead };
}

/** The estimate after a look at the wall clock, which may have been set, or the machine slept: then the two have parted. */
export function anchored(clock: ServerClock, ahead: number): ServerClock {
  if (Math.abs(ahead - clock.ahead) < PARTED_MS) return clock;
  return clock.at ? { ...clock, ahead } : wallClock(ahead);
}

export const UNKNOWN_CLOCK: ServerClock = /* @__PURE__ */ wallClock(0);

/** Two ordinary quartz clocks drift apart by less than this: 100 ms in a quarter of an hour. */
const DRIFT = 1e-4;

/**
 * Narrows the estimate by one answer. The server read its clock at some moment between sending and receiving, and then
 * cut it to the second: the offset lies in (date - received, date + 1 s - sent). Local times may be cut to whole
 * milliseconds as well, hence one more on the lower side. An answer that contradicts all earlier ones means that a
 * clock was set: the estimate starts anew from that answer.
 */
export function observe(clock: ServerClock, date: number, sentAt: number, receivedAt: number): ServerClock {
  const drift = Math.abs(receivedAt - clock.at) * DRIFT;
  const low = date - receivedAt - 1;
  const high = date + 1000 - sentAt;
  const isConsistent = clock.at > 0 && low <= clock.high + drift && high >= clock.low - drift;
  return isConsistent
    ? { ...clock, low: Math.max(low, clock.low - drift), high: Math.min(high, clock.high + drift), at: receivedAt }
    : { ...clock, low, high, at: receivedAt };
}

/** Whether the server's clock and the wall clock may show the same time. As long as they may, they are believed to. */
export function isInStep({ low, high, ahead }: ServerClock): boolean {
  return low <= ahead && high >= ahead;
}

/**
 * Whether the end is known as a time to go in more than a second. Such windows mostly begin with a request, and whoever
 * comes too early may be kept out for another window. Those of a second are taken for seconds of the server's clock.
 */
function isToGo({ latest }: WindowEnd): boolean {
  return latest > 0;
}

/** Local times between which a window ends. */
export interface EndTimes {
  /** Earliest possible. */
  readonly soonest: number;
  /** Worth a probe from then on. */
  readonly probable: number;
  /** Certain. */
  readonly certain: number;
}

/** The end of a window on the local clock. */
export function endTimes(end: WindowEnd, clock: ServerClock): EndTimes {
  const { reset, earliest, latest } = end;
  if (isToGo(end)) return { soonest: earliest, probable: latest, certain: latest };
  const from = reset - (isInStep(clock) ? clock.ahead : clock.high);
  return { soonest: from, probable: from, certain: reset - clock.low };
}

/** Compares windows: positive if the report is of a later window than this one, negative if of an earlier one. */
export function compareEnd(
  { end, openedBy }: { readonly end: WindowEnd; readonly openedBy: number },
  report: LimitReport,
  sentAt: number,
): number {
  const { reset, earliest, latest } = report;
  const change = reset - end.reset;
  if (!isToGo(end) || !(latest > 0)) return change;
  if (sentAt >= end.latest || earliest > end.latest) return 1;
  return (sentAt < openedBy && change) || latest < end.earliest - 1000 ? -1 : 0;
}

/** Updates the end with a report of this window, or of a new one. */
export function learnEnd(end: WindowEnd, report: LimitReport, sentAt: number, isNew: boolean): WindowEnd {
  const { reset, earliest, latest, lengthMs } = report;
  // Once a Reset in seconds to go was longer than a second, or its policy has a length, it is read so from then on.
  if (!(latest > 0) || (!isToGo(end) && earliest <= sentAt && !(lengthMs > 0)))
    return isNew ? { reset, earliest: 0, latest: 0 } : end;
  const known = isNew ? reset : end.reset;
  const isOther = isNew || !isToGo(end) || earliest > end.latest || latest < end.earliest;
  return isOther
    ? { reset: known, earliest, latest }
    : { reset: known, earliest: Math.max(end.earliest, earliest), latest: Math.min(end.latest, latest) };
}

/** The request that began a window. */
export interface FirstRequest {
  /** When it was sent, and its answer received. */
  readonly openedBy: number;
  readonly openedAt: number;
}

/**
 * Length of a window that begins with its first request, in milliseconds. Its end is told in whole seconds, rounded up,
 * so that to wait for it may cost half of a short window; but together with the begin it shows the length, if that is a
 * usual one. `undefined`: none does, or the window may as well begin by the server's clock.
 */
export function startedLength(
  reset: number,
  { openedBy, openedAt }: FirstRequest,
  clock: ServerClock,
): number | undefined {
  if (!clock.at || reset % 1000) return undefined;
  const least = reset - openedAt - clock.high;
  const most = reset - openedBy - clock.low;
  const lengths = USUAL_LENGTHS.map((seconds) => seconds * 1000);
  const toGo = isInStep(clock) ? reset - clock.ahead - openedAt : least;
  const mayBeByClock = lengths.some((ms) => ms >= toGo && reset % ms === 0);
  // The longest that fits: too late is better than too early.
  return mayBeByClock ? undefined : lengths.findLast((ms) => ms > least - 1000 && ms <= most);
}
