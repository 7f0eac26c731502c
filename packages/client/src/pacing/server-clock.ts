/**
 * What is known of the server's clock: the server's time less the local time, in milliseconds, lies between `low` and
 * `high`. Plain data, so that it can be kept anywhere.
 */
export interface ServerClock {
  low: number;
  high: number;
  /** Local time of the last observation. */
  at: number;
}

/** Two ordinary quartz clocks drift apart by less than this: 100 ms in a quarter of an hour. */
const DRIFT = 1e-4;

export function unknownServerClock(): ServerClock {
  return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, at: 0 };
}

/**
 * Narrows the estimate by one answer. The server read its clock at some moment between sending and receiving, and then
 * cut it to the second: the offset lies in (date - received, date + 1 s - sent). Local times may be cut to whole
 * milliseconds as well, hence one more on the lower side. An answer that contradicts all earlier ones means that a
 * clock was set: the estimate starts anew from that answer.
 */
export function observe(clock: ServerClock, date: number, sentAt: number, receivedAt: number): void {
  const drift = Math.max(0, receivedAt - clock.at) * DRIFT;
  const low = date - receivedAt - 1;
  const high = date + 1000 - sentAt;
  clock.low = Math.max(clock.low - drift, low);
  clock.high = Math.min(clock.high + drift, high);
  if (clock.low > clock.high) {
    clock.low = low;
    clock.high = high;
  }
  clock.at = receivedAt;
}

/** Most machines keep time: no offset is believed for as long as nothing contradicts it. */
export function isInStep(clock: ServerClock): boolean {
  return clock.low <= 0 && clock.high >= 0;
}
