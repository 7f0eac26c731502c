/** What one process asks of the shared state, and tells it: one round trip. Times are in milliseconds. */
export interface Ask {
  /** Which process asks. */
  readonly id: string;
  /** How long the test of a window's end is held. */
  readonly lease: number;
  /** How long permits are held that nobody waits for. */
  readonly span: number;
  /** Permits wanted; 0: it only tells. */
  readonly want: number;
  /** Of these, how many are spent at once, because calls wait for them. */
  readonly queued: number;
  /** The window that everything below is about: its end on the service's clock. 0: none known. */
  readonly reset: number;
  /** 1: the window is over by the clock of this process. */
  readonly over: number;
  /** 1: half of the window is over. */
  readonly half: number;
  /** Requests per window. */
  readonly limit: number;
  /** Lowest Remaining that the process saw in the window; -1: none. */
  readonly remaining: number;
  /** Unspent permits that it held after its last ask; of these it still holds `left`, and gives `back` the others. */
  readonly held: number;
  readonly left: number;
  readonly back: number;
  /** Permits that came too late to be used, beside those held. */
  readonly stray: number;
  /** Permits it was given in the window; -1: this is its first ask in it. */
  readonly had: number;
  /** 1: its last ask in the window was not met in full. */
  readonly unmet: number;
  /** 1: it was counted among those that wait for the next window. */
  readonly waited: number;
  /** 1: it gives up the test of the window's end. */
  readonly release: number;
  /** How long the test of the window's end took, from asking for it; 0: it was none. */
  readonly took: number;
  /** With the first ask in a window: requests sent before that are not answered yet, and may count in it. */
  readonly flying: number;
  /** 1: the service began to count an earlier time as the end of its window. */
  readonly reopen: number;
}

/** What the shared state answers. */
export interface Grant {
  /** The window is open, it is yours to test whether the next has begun, or another process tests. */
  readonly state: "open" | "test" | "wait";
  readonly granted: number;
  /** The window: its end on the service's clock; 0: none known. */
  readonly reset: number;
  readonly limit: number;
  /** With `wait`: ask again after so many milliseconds. */
  readonly wait: number;
  /** The permits that the process still held are still its own. */
  readonly keeps: boolean;
  /**
   * What may come yet where an ask was not met. `found out`: all was given away, but not all was seen to be used: the one
   * permit finds out what is left, and the answer to it is to be told at once.
   */
  readonly more: "nothing" | "reserved" | "leased" | "now" | "found out";
  /** How long the last test of a window's end took. */
  readonly testMs: number;
  /** This process tested last, and does so next. */
  readonly tester: boolean;
}

/** The state that processes share. Rejects where it cannot be reached; never waits for a connection. */
export interface Store {
  ask(ask: Ask): Promise<Grant>;
  /** Whether asking has a chance of an answer. */
  isReady(): boolean;
}

const STATES = ["open", "test", "wait"] as const;
const MORE = ["nothing", "reserved", "leased", "now", "found out"] as const;

/** The order of numbers in which the script answers. @throws TypeError where it is no such answer */
export function readGrant(reply: unknown): Grant {
  const numbers = Array.isArray(reply) ? reply.map(Number) : [];
  const [of = NaN, granted = 0, reset = 0, limit = 0, wait = 0, keeps, has = NaN, testMs = 0, tester] = numbers;
  const [state, more] = [STATES[of], MORE[has]];
  if (numbers.length !== 9 || !numbers.every(Number.isFinite) || !state || !more)
    throw new TypeError(`Redis: expected the script's answer, got another ${typeof reply}`);
  return { state, granted, reset, limit, wait, keeps: keeps === 1, more, testMs, tester: tester === 1 };
}
