/**
 * What is known of the server's clock: its time less the local time lies between `low` and `high`, in milliseconds.
 * Before the first observation both are 0: most machines keep time.
 */
export interface ServerClock {
  low: number;
  high: number;
  /** Local time of the last observation; 0: none yet. */
  observedAt: number;
}

/** Two ordinary quartz clocks drift apart by less than this: 100 ms in a quarter of an hour. */
const DRIFT = 1e-4;

/**
 * Narrows the estimate by one answer. The server read its clock at some moment between sending and receiving, and then
 * cut it to the second: the offset lies in (date - received, date + 1 s - sent). Local times may be cut to whole
 * milliseconds as well, hence one more on the lower side. An answer that contradicts all earlier ones means that a
 * clock was set: the estimate starts anew from that answer.
 */
export function observe(clock: ServerClock, date: number, sentAt: number, receivedAt: number): void {
  const drift = Math.abs(receivedAt - clock.observedAt) * DRIFT;
  const low = date - receivedAt - 1;
  const high = date + 1000 - sentAt;
  const isNews = !clock.observedAt || low > clock.high + drift || high < clock.low - drift;
  clock.low = isNews ? low : Math.max(low, clock.low - drift);
  clock.high = isNews ? high : Math.min(high, clock.high + drift);
  clock.observedAt = receivedAt;
}
