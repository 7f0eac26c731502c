/**
 * Estimate of the server's clock: its time less the local time lies between `low` and `high`, in milliseconds.
 * `at`: the local time of the last observation; 0: none yet.
 */
export type ServerClock = readonly [low: number, high: number, at: number];

/** Two ordinary quartz clocks drift apart by less than this: 100 ms in a quarter of an hour. */
const DRIFT = 1e-4;

/**
 * Narrows the estimate by one answer. The server read its clock at some moment between sending and receiving, and then
 * cut it to the second: the offset lies in (date - received, date + 1 s - sent). Local times may be cut to whole
 * milliseconds as well, hence one more on the lower side. An answer that contradicts all earlier ones means that a
 * clock was set: the estimate starts anew from that answer.
 */
export function observe([low, high, at]: ServerClock, date: number, sentAt: number, receivedAt: number): ServerClock {
  const drift = Math.abs(receivedAt - at) * DRIFT;
  const least = date - receivedAt - 1;
  const most = date + 1000 - sentAt;
  return at && least <= high + drift && most >= low - drift
    ? [Math.max(least, low - drift), Math.min(most, high + drift), receivedAt]
    : [least, most, receivedAt];
}
