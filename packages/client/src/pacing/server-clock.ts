/** Estimate of the server's clock. */
export interface ServerClock {
  /** Its time less the local time lies between these two, in milliseconds. */
  readonly low: number;
  readonly high: number;
  /** Local time of the last observation; 0: none yet. */
  readonly at: number;
}

/** Before the first answer the offset is taken as zero: most machines have the right time. */
export const UNKNOWN_CLOCK: ServerClock = { low: 0, high: 0, at: 0 };

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
    ? { low: Math.max(low, clock.low - drift), high: Math.min(high, clock.high + drift), at: receivedAt }
    : { low, high, at: receivedAt };
}

/** Whether the two clocks may show the same time. As long as they may, they are believed to. */
export function isInStep({ low, high }: ServerClock): boolean {
  return low <= 0 && high >= 0;
}
